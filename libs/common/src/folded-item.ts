import { oneLine, token } from '@konsil/ui';
import styled from 'styled-components';

/** An entry of a settings list that is one line until expanded, because doctors have twenty of them. */
export const FoldedItem = styled.details`
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
  > fieldset {
    padding: ${token.space[2]} ${token.space[4]} ${token.space[4]};
  }
`;
