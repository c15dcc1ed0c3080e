import { css } from 'styled-components';
import { below, forcedColors } from '../foundation/media';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'regular' | 'small';

/** Button styles, shared by buttons, links and labels that act as buttons. */
export interface ButtonLook {
  $variant: ButtonVariant;
  $size: ButtonSize;
  $block: boolean;
}

const variants = {
  primary: css`
    background: var(--color-action);
    color: var(--color-on-action);

    &:hover {
      background: var(--color-action-hover);
    }
  `,
  secondary: css`
    background: var(--color-surface);
    color: var(--color-action);
    border-color: var(--color-border-control);

    &:hover {
      background: var(--color-action-soft);
    }
  `,
  quiet: css`
    padding-inline: var(--space-3);
    background: none;
    color: var(--quiet-button, var(--color-action));

    &:hover {
      background: var(--color-action-soft);
    }
    [data-portal='doctor'] & {
      padding-inline: var(--space-2);
    }
  `,
  danger: css`
    background: var(--color-surface);
    color: var(--color-danger);
    border-color: currentColor;

    &:hover {
      background: var(--color-danger-soft);
      color: var(--color-on-danger-soft);
    }
  `,
};

const small = css`
  min-block-size: var(--size-target);
  padding-inline: var(--space-4);
  font-size: var(--font-size-small);

  [data-portal='doctor'] & {
    padding-inline: var(--space-3);
  }
`;

export const buttonLook = css<ButtonLook>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: var(--space-2);
  min-block-size: var(--size-control);
  min-inline-size: 0;
  max-inline-size: 100%;
  padding: var(--space-1) 1.25rem;
  border: var(--border-control) solid transparent;
  border-radius: var(--radius-control);
  font-weight: var(--font-weight-strong);
  line-height: 1.2;
  text-align: center;
  overflow-wrap: anywhere;
  text-decoration: none;
  cursor: pointer;
  transition: background-color var(--duration-instant) var(--ease-out);

  [data-portal='doctor'] & {
    padding-inline: 0.875rem;
  }
  ${({ $size }) => $size === 'small' && small}
  ${({ $variant }) => variants[$variant]}
  ${({ $block }) => $block && 'inline-size: 100%;'}
  /* At twice the text the room is for the words. */
  ${below.tight} {
    padding-inline: var(--space-2);
  }

  &:focus-visible {
    border-radius: var(--radius-control);
  }
  &[aria-pressed='true'] {
    background: var(--color-action-soft);
    color: var(--color-on-action-soft);
    border-color: var(--color-action);
  }
  &[aria-disabled='true'] {
    cursor: progress;
  }
  ${forcedColors} {
    border-color: ButtonText;

    &[aria-pressed='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
  /* Nobody presses paper. */
  @media print {
    display: none;
  }
`;
