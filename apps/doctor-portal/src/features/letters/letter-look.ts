import { token } from '@konsil/ui';
import { styled } from 'styled-components';

/** A logo as on paper: on white in every colour scheme. */
export const LogoPicture = styled.img`
  max-inline-size: 100%;
  max-block-size: ${token.size.emblem};
  inline-size: auto;
  align-self: start;
  padding: ${token.space[2]};
  background: ${token.color.paper};
`;
