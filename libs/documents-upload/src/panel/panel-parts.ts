import { token } from '@konsil/ui';
import { styled } from 'styled-components';

/** A small picture of a photo, as it will be sent. */
export const Preview = styled.img`
  display: block;
  max-inline-size: 100%;
  max-block-size: ${token.width.picture};
  border: ${token.border.hairline} solid ${token.color.border};
  border-radius: ${token.radius.control};
  background: ${token.color.surfaceSunken};
`;
