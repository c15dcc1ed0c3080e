import { below, oneLine, token } from '@konsil/ui';
import styled from 'styled-components';
import { PaneFoot } from '../case/case-parts';

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
/** Stays in sight while the form scrolls, so that what is missing is always said. */
export const Foot = styled(PaneFoot)`
  > div:first-child {
    margin-inline-end: auto;
  }
  small {
    color: ${token.color.textMuted};
  }
  /* On a phone what is missing has a line of its own, and the two buttons share one for the thumb. */
  ${below.tablet} {
    > div:first-child {
      flex-basis: 100%;
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
