import styled from 'styled-components';
import { FoldedItem } from '../folded-item';

/** A snippet, whose beginning beside its name is hidden once the whole text is shown. */
export const SnippetDetails = styled(FoldedItem)`
  &[open] > summary span {
    display: none;
  }
`;
