import { touchOnly, from, laptop, token } from '@konsil/ui';
import styled from 'styled-components';

/** Cuts a long name, but never the birth date that distinguishes two people. */
export const PersonCell = styled.span`
  strong[data-read] {
    font-weight: ${token.fontWeight.text};
  }
  ${from.desk} {
    display: flex;
    align-items: baseline;
    gap: ${token.space[1]};

    strong {
      overflow: hidden;
      text-overflow: ellipsis;
    }
  }
  ${laptop} {
    display: block;

    strong {
      display: block;
    }
  }
`;
export const BirthDate = styled.span`
  color: ${token.color.textMuted};
  font-weight: ${token.fontWeight.text};
  font-size: ${token.fontSize.small};

  /* Below the name, because the texts of the case need the room beside it. */
  ${laptop} {
    display: block;
  }
`;
/** The note of the patient's request, in one line below the case. */
export const RequestNote = styled.small`
  display: block;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  color: ${token.color.textMuted};
`;
/** The name of a case, on a laptop cut after its second line. */
export const CaseName = styled.span`
  ${laptop} {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
  }
`;
/** The facts for triage, in one line below the case. */
export const Facts = styled.small`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  overflow: hidden;
  white-space: nowrap;
  color: ${token.color.textMuted};

  > span {
    display: inline-flex;
    flex: none;
    align-items: center;
    gap: 0.2em;
  }
  .lucide {
    inline-size: 1.1em;
    block-size: 1.1em;
  }
  ${RequestNote} {
    flex: 1;
    min-inline-size: 0;
  }
`;
/** Never opened, begun, or come back. */
export const State = styled.small`
  display: flex;
  align-items: center;
  justify-content: end;
  gap: 0.3em;
  color: ${token.color.textMuted};
  font-weight: ${token.fontWeight.text};
  white-space: nowrap;

  &[data-state='unopened'] {
    /* On the tint of a selected row the colour alone is too light for small text. */
    color: color-mix(in srgb, ${token.color.turnYou} 80%, ${token.color.text});
    font-weight: ${token.fontWeight.strong};
  }
  &[data-state='draft'] {
    color: ${token.color.action};
    font-weight: ${token.fontWeight.strong};
  }
  .lucide {
    inline-size: 1.1em;
    block-size: 1.1em;
  }
  &[data-state='unopened']::before {
    content: '';
    inline-size: 0.5em;
    block-size: 0.5em;
    border-radius: 50%;
    background: currentColor;
  }
`;
/** Never opened, where there is no room for the word; the name is bold, too. */
export const Dot = styled.span`
  display: inline-block;
  inline-size: 0.5em;
  block-size: 0.5em;
  margin-inline-end: 0.4em;
  border-radius: 50%;
  background: ${token.color.turnYou};
`;
/** Saved views as links: each narrows the list by its address. */
export const Chips = styled.nav`
  ul {
    display: flex;
    gap: ${token.space[1]};
    overflow-x: auto;
    scrollbar-width: none;
    padding-block: ${token.focus.width};
    margin-block: calc(-1 * ${token.focus.width});
  }
  li {
    flex: none;
  }
  a {
    display: inline-flex;
    align-items: center;
    gap: ${token.space[2]};
    min-block-size: max(${token.size.target}, 2em);
    padding-inline: ${token.space[3]};
    border: ${token.border.hairline} solid transparent;
    border-radius: ${token.radius.pill};
    color: ${token.color.text};
    font-size: ${token.fontSize.small};
    text-decoration: none;
    white-space: nowrap;
  }
  a:hover {
    background: ${token.color.surface};
  }
  a[aria-current] {
    border-color: ${token.color.borderControl};
    background: ${token.color.surface};
    font-weight: ${token.fontWeight.strong};
  }
  small {
    color: ${token.color.textMuted};
    font-weight: ${token.fontWeight.text};
  }
`;
/** The bar with the actions on rows, at the bottom of the list. */
export const Acts = styled.div`
  position: sticky;
  inset-block-end: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${token.space[3]};
  /* Reserves two lines before the code of the bar is loaded. */
  min-block-size: calc(2 * ${token.size.target} + 2 * ${token.space[1]});
  padding: ${token.space[1]} ${token.space[3]};
  border-block-start: ${token.border.hairline} solid ${token.color.border};
  background: ${token.color.surface};

  > span {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
  }
  > button:last-child {
    margin-inline-start: auto;
  }
`;
export const BarName = styled.strong`
  overflow: hidden;
  max-inline-size: ${token.width.tile};
  text-overflow: ellipsis;
  white-space: nowrap;
`;
/** The list scrolls; the actions below it stay in place. */
export const ListPane = styled.div`
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  min-inline-size: 0;

  ${from.desk} {
    overflow: hidden;
    border: ${token.border.hairline} solid ${token.color.border};
    border-radius: ${token.radius.card};
    background: ${token.color.surface};

    > :first-child {
      flex: 1;
      min-block-size: 0;
      border: 0;
      border-radius: 0;

      > :first-child {
        border: 0;
        border-radius: 0;
      }
    }
  }
`;
/** A checkbox with room for a finger. */
export const Mark = styled.label`
  display: grid;
  place-items: center;
  min-inline-size: ${token.size.target};
  min-block-size: ${token.size.target};
  margin-inline: calc(-1 * ${token.space[1]});
  cursor: pointer;

  input {
    inline-size: 1.125em;
    block-size: 1.125em;
    margin: 0;
    accent-color: ${token.color.action};
  }
`;
export const DueDate = styled.span`
  white-space: nowrap;
  &[data-urgency='late'] {
    color: ${token.color.danger};
    font-weight: ${token.fontWeight.strong};
  }
  &[data-urgency='today'] {
    font-weight: ${token.fontWeight.strong};
  }
`;
export const Keys = styled.p`
  display: none;
  gap: ${token.space[1]} ${token.space[4]};
  color: ${token.color.textMuted};
  font-size: ${token.fontSize.caption};

  ${from.desk} {
    display: flex;
    flex-wrap: wrap;
  }
  ${touchOnly} {
    display: none;
  }
`;
/** New documents: name, with the date at the end of the line. */
export const NewDocuments = styled.ul`
  display: grid;
  gap: ${token.space[1]};

  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: baseline;
    gap: ${token.space[2]};
  }
  .lucide {
    align-self: start;
  }
  small {
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.small};
    font-variant-numeric: tabular-nums;
  }
`;
/** The beginning of a long text. */
export const TextStart = styled.p`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 5;
  overflow: hidden;
  white-space: pre-line;
  overflow-wrap: anywhere;
`;
/** Numbered in the patient's colour. */
export const Questions = styled.ol`
  display: grid;
  gap: ${token.space[2]};
  counter-reset: question;

  li {
    display: grid;
    grid-template-columns: ${token.space[5]} minmax(0, 1fr);
    counter-increment: question;
  }
  li::before {
    content: counter(question);
    color: ${token.color.turnYou};
    font-weight: ${token.fontWeight.title};
  }
`;
