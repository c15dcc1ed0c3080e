import { below, token } from '@konsil/ui';
import styled from 'styled-components';

/** One chosen code: its title, then the doctor's additions to it. */
export const CodeItem = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${token.space[2]};
  padding-block: ${token.space[3]};
  border-block-end: ${token.border.hairline} solid ${token.color.border};
  overflow-wrap: anywhere;
`;
/** Certainty and side in one line, where there is room. */
export const CodeChoices = styled.div`
  grid-column: 1 / -1;
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${token.space[3]};

  ${below.narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
