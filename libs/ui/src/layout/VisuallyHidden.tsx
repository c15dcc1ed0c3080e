import { styled } from 'styled-components';
import { visuallyHidden } from '../foundation/mixins';

/** Text for screen readers where the layout or a picture tells sighted people. */
export const VisuallyHidden = styled.span`
  ${visuallyHidden}
`;
