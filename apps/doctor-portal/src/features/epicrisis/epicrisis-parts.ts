import { token } from '@konsil/ui';
import styled from 'styled-components';

/** Changes are underlined or struck through as well as tinted. */
export const Difference = styled.div`
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  ins {
    background: ${token.color.changeAdded};
    text-decoration: underline;
  }
  del {
    background: ${token.color.changeRemoved};
    text-decoration: line-through;
  }
`;
/** A draft is dashed, the released version is not. */
export const VersionSheet = styled.article`
  padding: ${token.space.inset};
  background: ${token.color.surface};
  border: ${token.border.hairline} solid ${token.color.border};
  border-radius: ${token.radius.card};
  overflow-wrap: anywhere;

  &[data-draft] {
    border-style: dashed;
    border-color: ${token.color.borderControl};
  }
`;
