import { styled } from 'styled-components';
import { visuallyHidden } from '../foundation/mixins';

/** Words for screen readers where sighted people see it from the place or the picture. */
export const VisuallyHidden = styled.span`
  ${visuallyHidden}
`;
