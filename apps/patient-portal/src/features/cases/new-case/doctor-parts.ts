// @bundle route
import { from, token } from '@konsil/ui';
import { styled } from 'styled-components';

/** Search and filters, beside the doctors where there is room. */
export const Choice = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: ${token.space.stack};

  ${from.desk} {
    grid-template-columns: var(--width-picture) minmax(0, 1fr);
    gap: ${token.space[6]};
  }
`;
/** A doctor: who it is, why they fit, what to expect. */
export const DoctorCardBox = styled.article`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  padding: ${token.space.inset};
  background: ${token.color.surface};
  border-radius: ${token.radius.card};
  box-shadow: ${token.shadow.card};
  overflow-wrap: anywhere;

  @media (forced-colors: active) {
    border: var(--border-hairline) solid CanvasText;
  }
  ${from.desk} {
    grid-template-columns: minmax(0, 1fr) calc(4 * var(--space-8));
    gap: ${token.space[5]};
  }
`;
/** The avatar of a doctor beside name and facts. */
export const DoctorSummary = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: start;
  gap: ${token.space[2]} ${token.space[4]};

  h3,
  h4 {
    font-size: ${token.fontSize.heading3};
  }
  p {
    margin: 0;
  }
`;
/** The reason why a doctor fits. */
export const Fit = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 ${token.space[2]};
  padding: ${token.space[3]};
  background: ${token.color.surfaceSunken};
  border-radius: ${token.radius.control};

  > .lucide {
    color: ${token.color.turnNone};
  }
`;
/** Facts about a doctor: one line each, with an icon. */
export const Facts = styled.ul`
  display: grid;
  gap: ${token.space[2]};

  > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${token.space[3]};
  }
  .lucide {
    margin-block-start: 0.1em;
    color: ${token.color.textMuted};
  }
  small {
    display: block;
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.small};
  }
`;
/** The facts and the buttons of a card. */
export const Side = styled.div`
  display: grid;
  align-content: space-between;
  gap: ${token.space[4]};
`;
/** Filters where they would push the doctors off the screen. */
export const Folded = styled.details`
  > summary {
    display: flex;
    align-items: center;
    min-block-size: ${token.size.target};
    color: ${token.color.action};
    font-weight: ${token.fontWeight.strong};
    cursor: pointer;
  }
  &[open] > summary {
    margin-block-end: ${token.space[3]};
  }
`;
