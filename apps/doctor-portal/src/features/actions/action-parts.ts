import { from, Link, token } from '@konsil/ui';
import { css, styled } from 'styled-components';

/** Person, actions, time and chevron: columns on desktops, three lines on phones. */
const columns = css`
  display: grid;
  grid-template: 'who when mark' auto 'what what mark' auto / minmax(0, 1fr) auto ${token.size.icon};
  align-items: baseline;
  gap: 0 ${token.space[3]};
  padding: ${token.space[3]} ${token.space.inset};
  color: inherit;
  text-decoration: none;
  list-style: none;

  &::-webkit-details-marker {
    display: none;
  }
  > :first-child {
    grid-area: who;
  }
  > :nth-child(2) {
    grid-area: what;
  }
  > time {
    grid-area: when;
  }
  > .lucide {
    grid-area: mark;
    align-self: center;
    color: ${token.color.textMuted};
  }
  > span {
    overflow-wrap: anywhere;
  }
  > time {
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.small};
    font-variant-numeric: tabular-nums;
  }
  &:hover strong {
    text-decoration: underline;
  }
  &:focus-visible {
    outline-offset: calc(-1 * ${token.focus.width});
  }
  ${from.desk} {
    grid-template: 'who what when mark' auto / minmax(0, 2fr) minmax(0, 3fr) auto ${token.size.icon};
    padding-block: ${token.space[2]};
  }
`;
export const GroupSummary = styled.summary`
  ${columns}
`;
export const GroupLink = styled(Link)`
  ${columns}
`;
export const GroupFacts = styled.div`
  ${columns}
`;
/** A name with the subject below it. */
export const PersonWithSubject = styled.span`
  display: grid;

  small {
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.small};
  }
`;
/** Reads are less prominent than changes. */
export const ActionCounts = styled.span`
  color: ${token.color.textMuted};
  font-size: ${token.fontSize.small};

  b {
    color: ${token.color.text};
    font-weight: ${token.fontWeight.strong};
  }
`;
export const CollapsibleActions = styled.details`
  &[open] > summary > .lucide {
    transform: rotate(180deg);
  }
  /* Collapsed entries are printed, too. */
  @media print {
    &::details-content {
      content-visibility: visible;
      block-size: auto;
    }
  }
`;
/** The single accesses of a group. */
export const AccessLines = styled.ol`
  padding: 0 ${token.space.inset} ${token.space[3]};
  font-size: ${token.fontSize.small};

  > li > * {
    display: grid;
    grid-template-columns: ${token.space[8]} minmax(0, 1fr);
    align-items: center;
    gap: 0 ${token.space[3]};
    min-block-size: ${token.size.target};
    padding-block: ${token.space[1]};
    border-block-start: ${token.border.hairline} solid ${token.color.border};
    color: inherit;
    text-decoration: none;
  }
  > li > a > span {
    color: ${token.color.action};
  }
  > li > a:hover {
    text-decoration: underline;
  }
  time {
    color: ${token.color.textMuted};
    font-variant-numeric: tabular-nums;
  }
  span {
    overflow-wrap: anywhere;
  }
  small {
    color: ${token.color.textMuted};
    font-size: inherit;
  }
`;
