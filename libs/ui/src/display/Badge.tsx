import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { below, forcedColors } from '../foundation/media';
import { VisuallyHidden } from '../layout/VisuallyHidden';

const pill = css`
  border-radius: var(--radius-pill);
  font-size: var(--font-size-caption);
  font-weight: var(--font-weight-strong);
  line-height: 1.5;

  ${forcedColors} {
    border: 1px solid CanvasText;
  }
`;
const tones = {
  you: css`
    background: var(--color-turn-you-soft);
    color: var(--color-on-turn-you-soft);
  `,
  plain: css`
    background: var(--color-surface-sunken);
    color: var(--color-text-muted);
  `,
  success: css`
    background: var(--color-success-soft);
    color: var(--color-on-success-soft);
  `,
  danger: css`
    background: var(--color-danger-soft);
    color: var(--color-on-danger-soft);
  `,
};
export type BadgeTone = keyof typeof tones;

const Count = styled.span<{ $tone: BadgeTone }>`
  ${pill}
  display: inline-grid;
  place-items: center;
  min-inline-size: 1.5em;
  padding-inline: 0.4em;
  ${({ $tone }) => tones[$tone]}
`;
const Word = styled.span<{ $tone: BadgeTone }>`
  ${pill}
  display: inline-flex;
  align-items: center;
  gap: 0.3em;
  padding-inline: 0.6em;
  white-space: nowrap;
  ${({ $tone }) => tones[$tone]}

  ${below.narrow} {
    white-space: normal;
    border-radius: var(--radius-control);
  }
  .lucide {
    inline-size: 1.1em;
    block-size: 1.1em;
  }
`;

export interface CountBadgeProps {
  count: number;
  /** `you` only where the reader must act. */
  tone?: 'you' | 'plain';
  /** Spoken after the number: "neu". */
  label?: string;
}

/** A count. Highlighted where the reader must act, plain otherwise. Renders nothing for zero. */
export function CountBadge({ count, tone = 'you', label }: CountBadgeProps) {
  if (count === 0) return null;
  return (
    <Count $tone={tone} data-badge>
      <span>
        {count}
        {label && <VisuallyHidden> {label}</VisuallyHidden>}
      </span>
    </Count>
  );
}

export interface BadgeProps {
  tone?: BadgeTone;
  icon?: ReactNode;
  children: ReactNode;
}

/** A short label: "neu", "freigegeben". */
export function Badge({ tone = 'plain', icon, children }: BadgeProps) {
  return (
    <Word $tone={tone}>
      {icon}
      {children}
    </Word>
  );
}
