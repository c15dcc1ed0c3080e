import { oneLine, token } from '@konsil/ui';
import styled from 'styled-components';

/** A field is one line until expanded. */
export const FieldDetails = styled.details`
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

/** Two fields beside each other where there is room. */
export const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${token.width.tile}), 1fr));
  gap: ${token.space[3]};
  align-items: start;
`;
export const Numbers = styled(Pair)`
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${token.width.code}), 1fr));
`;
