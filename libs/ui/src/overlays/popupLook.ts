import { css } from 'styled-components';

/** Styles of menus and option lists. */
export const popupLook = css`
  min-inline-size: var(--anchor-width);
  max-inline-size: min(28rem, var(--available-width));
  max-block-size: var(--available-height);
  overflow-y: auto;
  position: relative;
  overscroll-behavior: contain;
  padding: var(--space-2);
  background: var(--color-surface-raised);
  color: var(--color-text);
  border: var(--border-hairline) solid var(--color-border);
  border-radius: var(--radius-control);
  box-shadow: var(--shadow-raised);
  transition: opacity var(--duration-short) var(--ease-out);

  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
  }
  &:focus-visible {
    outline: none;
    border-radius: var(--radius-control);
  }
`;

/** One entry of a menu or option list. */
export const popupItemLook = css`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  min-block-size: var(--size-target);
  padding: var(--space-1) var(--space-3);
  border-radius: calc(var(--radius-control) / 1.5);
  color: inherit;
  text-decoration: none;
  cursor: pointer;
  outline: none;

  &[data-highlighted] {
    background: var(--color-action-soft);
    color: var(--color-on-action-soft);
  }
  @media (forced-colors: active) {
    &[data-highlighted] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
