import { oneLine, token } from '@konsil/ui';
import styled from 'styled-components';

/** A snippet is one line until expanded, because doctors have twenty of them. */
export const SnippetDetails = styled.details`
  background: ${token.color.surface};
  border: ${token.border.hairline} solid ${token.color.border};
  border-radius: ${token.radius.card};

  > summary {
    ${oneLine}
    padding-inline: ${token.space[4]};
    color: ${token.color.textMuted};
  }
  > summary strong {
    color: ${token.color.text};
  }
  &[open] > summary span {
    display: none;
  }
  > fieldset {
    padding: ${token.space[2]} ${token.space[4]} ${token.space[4]};
  }
`;
