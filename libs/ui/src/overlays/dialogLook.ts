import { css } from 'styled-components';
import { layer } from '../foundation/layers';
import { forcedColors } from '../foundation/media';

export const backdropLook = css`
  position: fixed;
  inset: 0;
  z-index: ${layer.dialog};
  background: var(--color-scrim);
  transition: opacity var(--duration-short) var(--ease-out);

  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
  }
`;

/** Dialog styles; the position is set where it is used. */
export const dialogSheetLook = css`
  position: fixed;
  z-index: ${layer.dialog};
  display: flex;
  flex-direction: column;
  background: var(--color-surface-raised);
  color: var(--color-text);
  box-shadow: var(--shadow-dialog);
  outline: none;

  /* A closed dialog whose content stays mounted is only hidden. */
  &[hidden] {
    display: none;
  }
  ${forcedColors} {
    border: 1px solid CanvasText;
  }
`;
