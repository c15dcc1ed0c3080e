import { from, token } from '@konsil/ui';
import { styled } from 'styled-components';

/** The topics of a health profile, two side by side where there is room. */
export const Topics = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  overflow-wrap: anywhere;

  > div {
    padding: ${token.space.row} ${token.space.inset};
  }
  > div + div {
    border-block-start: ${token.border.hairline} solid ${token.color.border};
  }
  dt {
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.small};
  }
  ${from.tablet} {
    grid-template-columns: repeat(2, minmax(0, 1fr));

    > div:nth-child(2) {
      border-block-start: 0;
    }
    > div:nth-child(even) {
      border-inline-start: ${token.border.hairline} solid ${token.color.border};
    }
  }
`;
/** The foot of a health profile: its date, and the button that renews it. */
export const Confirmed = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[1]} ${token.space[4]};
  padding: ${token.space[2]} ${token.space.inset};
  background: ${token.color.surfaceSunken};
  border-end-start-radius: ${token.radius.card};
  border-end-end-radius: ${token.radius.card};
  color: ${token.color.textMuted};
  font-size: ${token.fontSize.small};

  .lucide {
    flex: none;
  }
`;
