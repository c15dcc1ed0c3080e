import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { DangerIcon, DoneIcon, InfoIcon, WarningIcon } from '../foundation/icons';

const tones = {
  info: css`
    background: var(--color-surface-sunken);
    border-color: var(--color-border);
  `,
  success: css`
    background: var(--color-success-soft);
    color: var(--color-on-success-soft);
    border-color: transparent;
  `,
  warning: css`
    background: var(--color-warning-soft);
    color: var(--color-on-warning-soft);
    border-color: transparent;
  `,
  danger: css`
    background: var(--color-danger-soft);
    color: var(--color-on-danger-soft);
    border-color: transparent;
  `,
};
export type AlertTone = keyof typeof tones;
const icons = { info: InfoIcon, success: DoneIcon, warning: WarningIcon, danger: DangerIcon };

const Box = styled.div<{ $tone: AlertTone }>`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--space-3);
  padding: var(--space-4);
  border: 1px solid;
  border-radius: var(--radius-control);
  --link: currentColor;
  ${({ $tone }) => tones[$tone]}

  > .lucide {
    margin-block-start: 0.1em;
  }
  > div {
    display: grid;
    justify-items: start;
    gap: var(--space-2);
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;

export interface AlertProps {
  /** `danger` is for failures only, never for "your turn". */
  tone?: AlertTone;
  title?: ReactNode;
  /** Says what happened, what is safe, and what to do. */
  children?: ReactNode;
  action?: ReactNode;
  /** Announced at once, because it follows an action. On by default for success and danger. */
  live?: boolean;
}

/** A message shown where it matters. */
export function Alert({ tone = 'info', title, children, action, live }: AlertProps) {
  const Icon = icons[tone];
  const spoken = live ?? (tone === 'success' || tone === 'danger');
  const role = tone === 'danger' ? 'alert' : 'status';
  return (
    <Box $tone={tone} role={spoken ? role : undefined}>
      <Icon />
      <div>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
        {action}
      </div>
    </Box>
  );
}
