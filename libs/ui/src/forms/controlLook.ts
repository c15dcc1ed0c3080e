import { css } from 'styled-components';

/** Styles of inputs, selects and text areas. */
export const controlLook = css`
  display: block;
  inline-size: 100%;
  min-block-size: var(--size-control);
  padding: 0.5rem var(--space-4);
  background: var(--color-surface);
  border: var(--border-control) solid var(--color-border-control);
  border-radius: var(--radius-control);

  &::placeholder {
    color: var(--color-text-muted);
    opacity: 1;
  }
  &[aria-invalid='true'] {
    border-color: var(--color-danger);
    border-width: 2px;
  }
  &[readonly] {
    background: var(--color-surface-sunken);
  }
  &:focus-visible {
    border-radius: var(--radius-control);
    outline-offset: 1px;
  }
  [data-portal='doctor'] & {
    padding: 0.3rem var(--space-3);
  }
`;

/** Text of a control in a toolbar. iPhones zoom in on controls with text smaller than 16 px. */
export const smallControl = css`
  font-size: var(--font-size-small);

  @media (pointer: coarse) {
    font-size: max(1rem, var(--font-size-small));
  }
`;
