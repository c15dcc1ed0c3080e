import styled from 'styled-components';
import { FoldedItem } from '@konsil/common';

/** A snippet, whose beginning beside its name is hidden once the whole text is shown. */
export const SnippetDetails = styled(FoldedItem)`
  &[open] > summary span {
    display: none;
  }
`;
