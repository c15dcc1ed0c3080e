import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { CheckIcon, EditIcon, HideIcon, TurnOtherIcon, TurnYouIcon } from '../foundation/icons';
import { forcedColors } from '../foundation/media';

const muted = css`
  background: var(--color-surface-sunken);
  color: var(--color-text-muted);
`;
const tones = {
  you: css`
    background: var(--color-turn-you-soft);
    color: var(--color-on-turn-you-soft);
  `,
  other: css`
    background: var(--color-turn-other-soft);
    color: var(--color-on-turn-other-soft);
  `,
  none: css`
    background: var(--color-turn-none-soft);
    color: var(--color-on-turn-none-soft);
  `,
  draft: muted,
  hidden: muted,
};
const icons = { you: TurnYouIcon, other: TurnOtherIcon, none: CheckIcon, draft: EditIcon, hidden: HideIcon };
export type Turn = keyof typeof tones;

const Pill = styled.span<{ $turn: Turn; $bare: boolean }>`
  display: inline-flex;
  align-items: center;
  justify-self: start;
  max-inline-size: 100%;
  gap: 0.4em;
  padding: 0.15rem 0.7rem 0.15rem 0.5rem;
  border-radius: 1.1em;
  font-size: var(--font-size-small);
  font-weight: var(--font-weight-strong);
  ${({ $turn }) => tones[$turn]}
  ${({ $bare }) => $bare && 'padding-inline: 0; background: none;'}

  /* A date does not break, unless the text is very large. */
  > span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .lucide {
    inline-size: 1.1em;
    block-size: 1.1em;
    stroke-width: 2.25;
  }
  ${forcedColors} {
    border: ${({ $bare }) => ($bare ? '0' : '1px solid CanvasText')};
  }
`;

export interface TurnPillProps {
  /**
   * The side that must act next: the reader, the other side, nobody any more (done), nobody yet (draft), or nobody because the
   * other side has no access (hidden).
   */
  tone: Turn;
  /** Without the pill's frame, for the highlighted card. */
  bare?: boolean;
  /** "Sie sind dran", "Antwort bis Di, 24. November" */
  children: ReactNode;
}

/** The side whose turn it is in a case: icon and words, colour only in addition. */
export function TurnPill({ tone, bare = false, children }: TurnPillProps) {
  const Icon = icons[tone];
  return (
    <Pill $turn={tone} $bare={bare}>
      <Icon />
      <span>{children}</span>
    </Pill>
  );
}
