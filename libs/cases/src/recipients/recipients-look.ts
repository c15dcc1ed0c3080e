// @bundle route
import { token } from '@konsil/ui';
import { styled } from 'styled-components';

/** Names with their addresses and buttons, also in a narrow column. */
export const Recipients = styled.ul`
  display: grid;
  gap: ${token.space[3]};
  padding: 0;
  list-style: none;
  overflow-wrap: anywhere;
`;
