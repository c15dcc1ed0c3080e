import { from, token } from '@konsil/ui';
import { styled } from 'styled-components';

/** A doctor's consents: case, date, and a button to withdraw. */
export const ConsentLines = styled.ul`
  > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: ${token.space[3]};
    padding-block: ${token.space[2]};
    border-block-start: ${token.border.hairline} solid ${token.color.border};
  }
  > [data-withdrawn] {
    grid-template-columns: minmax(0, 1fr);
    color: ${token.color.textMuted};
  }
  p {
    overflow-wrap: anywhere;
    hyphens: auto;
  }
  small {
    display: block;
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.small};
  }
  ${from.tablet} {
    p {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      justify-content: space-between;
      gap: 0 ${token.space[4]};
    }
  }
`;
/** Collapsed consents. */
export const OtherConsents = styled.details`
  border-block-start: ${token.border.hairline} solid ${token.color.border};
`;
/** Access status, aligned with doctor names and cases. */
export const Permission = styled.span`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${token.space[2]};
  align-items: start;

  &[data-granted] {
    color: ${token.color.onTurnNoneSoft};
  }
`;
