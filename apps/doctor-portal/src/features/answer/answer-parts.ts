import { below, from, oneLine, token } from '@konsil/ui';
import styled from 'styled-components';
import { PaneFoot } from '../case-parts/case-parts';

/** At least as high as its pane, so that the footer of a short form is at the bottom. */
export const FullHeightPane = styled.div`
  ${from.desk} {
    min-block-size: 100%;

    &,
    > div:has(> form),
    form {
      display: flex;
      flex-direction: column;
    }
    > div:has(> form),
    form {
      flex: 1;
    }
    form {
      justify-content: space-between;
    }
  }
`;
/** A single line while collapsed: title and state. */
export const FoldedPart = styled.details`
  border-block-start: ${token.border.hairline} solid ${token.color.border};

  > summary {
    padding-block: ${token.space[3]};
  }
  > summary h2 {
    display: inline;
    margin-inline-end: ${token.space[2]};
    color: ${token.color.text};
  }
  &[open] {
    padding-block-end: ${token.space[4]};
  }
`;
export const PartState = styled.span`
  color: ${token.color.textMuted};
  font-size: ${token.fontSize.small};

  &[data-missing] {
    color: ${token.color.turnYou};
    font-weight: ${token.fontWeight.strong};
  }
`;
export const QuestionItem = styled.li`
  display: grid;
  gap: ${token.space[2]};
  padding-block: ${token.space[3]};
  border-block-start: ${token.border.hairline} solid ${token.color.border};

  > div:last-child:not(:first-child) > div:last-child {
    display: flex;
    justify-content: space-between;
  }
`;
export const QuestionHead = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: baseline;
  gap: ${token.space[3]};

  .lucide {
    align-self: center;
  }
`;
export const Excerpt = styled.p`
  ${oneLine}
  color: ${token.color.textMuted};
  padding-inline-start: calc(${token.size.icon} + ${token.space[3]});
`;
/** Sticky, so that the list of missing parts is always visible. */
export const Foot = styled(PaneFoot)`
  > div:first-child {
    /* A whole line, because doctors read what is sent and what stays before they send it. */
    flex: 1 1 100%;
    min-inline-size: 0;
    /* The line names the patient, whose name may be long. */
    overflow-wrap: anywhere;
  }
  /* A question about the draft has a line of its own. */
  > div:first-child:has(button) {
    flex-basis: 100%;
  }
  small {
    color: ${token.color.textMuted};
  }
  /* The text that says what is sent has its own line. */
  small[data-goes] {
    display: block;
    overflow-wrap: anywhere;
    flex-basis: 100%;
  }
  /* On a phone, what is missing and what is saved have a reserved line, so that the buttons below do not move. */
  ${below.tablet} {
    > div:first-child {
      flex-basis: 100%;
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      gap: 0 ${token.space[2]};
      min-block-size: 1lh;
    }
  }
  ${below.narrow} {
    > div:first-child {
      min-block-size: 2lh;
    }
  }
`;
/** Beside the list of missing parts, or below it. */
export const FootButtons = styled.div`
  flex: 0 1 auto;
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[2]};
  margin-inline-start: auto;

  ${below.tablet} {
    flex: 1;

    > button {
      flex: 1;
    }
  }
  ${below.wide} {
    kbd {
      display: none;
    }
  }
`;
export const Blocked = styled.p`
  display: flex;
  align-items: center;
  gap: ${token.space[2]};
  color: ${token.color.turnYou};
  font-weight: ${token.fontWeight.strong};
`;
/** The text of a pin, and the button that removes it. */
export const PinRow = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: end;
  gap: ${token.space[2]};
`;
