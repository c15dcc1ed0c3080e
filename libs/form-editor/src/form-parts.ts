import { FoldedItem } from '@konsil/common';
import { token } from '@konsil/ui';
import styled from 'styled-components';

/** A folded field, named by its whole question: the beginning alone may not tell two fields apart. */
export const FoldedField = styled(FoldedItem)`
  > summary {
    overflow-wrap: anywhere;
    white-space: normal;
  }
`;

/** Two fields beside each other where there is room. */
export const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${token.width.tile}), 1fr));
  gap: ${token.space[3]};
  align-items: start;
`;
export const Numbers = styled(Pair)`
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${token.width.code}), 1fr));
`;
