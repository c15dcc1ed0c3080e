import { styled } from 'styled-components';
import { touchOnly } from '../foundation/media';

/** A keyboard key. */
export const Kbd = styled.kbd`
  padding: 0 0.3em;
  border: 1px solid var(--color-border-control);
  border-block-end-width: 2px;
  border-radius: 4px;
  background: var(--color-surface);
  color: var(--color-text-muted);
  font: inherit;
  font-size: var(--font-size-caption);
  white-space: nowrap;

  /* Keys are useless on devices without a keyboard. */
  ${touchOnly} {
    display: none;
  }

  button &,
  a & {
    border-color: currentColor;
    background: none;
    color: inherit;
    font-weight: var(--font-weight-text);
  }
`;
