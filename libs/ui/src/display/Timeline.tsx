import type { ReactNode, Ref } from 'react';
import { css, styled } from 'styled-components';
import { MoreIcon } from '../foundation/icons';
import { forcedColors } from '../foundation/media';

const Line = styled.ol`
  position: relative;
`;

/** The events of a case, newest first. Takes TimelineItem. */
export function Timeline({
  children,
  label,
  ref,
}: {
  children: ReactNode;
  label?: string;
  ref?: Ref<HTMLOListElement>;
}) {
  return (
    <Line ref={ref} aria-label={label}>
      {children}
    </Line>
  );
}

const voices = {
  patient: css`
    border-radius: 50%;
    background: var(--color-turn-you-soft);
    color: var(--color-on-turn-you-soft);
  `,
  doctor: css`
    border-radius: 0.6rem;
    background: var(--color-turn-other-soft);
    color: var(--color-on-turn-other-soft);
  `,
};
const drafts = {
  patient: css`
    background: none;
    border: 2px dashed var(--color-turn-you);
    color: var(--color-turn-you);
  `,
  doctor: css`
    background: none;
    border: 2px dashed var(--color-turn-other);
    color: var(--color-turn-other);
  `,
};
export type Voice = keyof typeof voices;

const Item = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: 2.25rem minmax(0, 1fr);
  gap: var(--space-3);
  padding-block-end: var(--space-5);
  overflow-wrap: anywhere;

  &:not(:last-child)::before {
    content: '';
    position: absolute;
    inset-block: 2.25rem 0;
    inset-inline-start: calc(1.125rem - 1px);
    inline-size: 2px;
    background: var(--color-border);
  }
  h3 {
    margin-block-start: -0.15rem;
  }
  h3 + p {
    margin-block-start: var(--space-1);
    color: var(--color-text-muted);
  }
`;
/** Round for the patient, square for the doctor, dashed for drafts. */
export const TimelineNode = styled.span<{ $voice: Voice; $draft: boolean }>`
  display: grid;
  place-items: center;
  inline-size: 2.25rem;
  block-size: 2.25rem;
  ${({ $voice }) => voices[$voice]}
  ${({ $voice, $draft }) => $draft && drafts[$voice]}

  .lucide {
    inline-size: 1.125rem;
    block-size: 1.125rem;
    stroke-width: 2;
  }
  ${forcedColors} {
    border: ${({ $draft }) => ($draft ? '2px dashed' : '1px solid')} CanvasText;
  }
`;
const Who = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--space-3);
  min-block-size: 2.25rem;
  font-size: var(--font-size-small);

  time,
  span {
    color: var(--color-text-muted);
  }
`;

export interface TimelineItemProps {
  voice: Voice;
  /** Not sent yet. */
  draft?: boolean;
  icon?: ReactNode;
  /** "Sie", "Dr. Sandberg" */
  who: string;
  /** The date as text and for machines; undefined for what has not happened yet. */
  when?: ReactNode;
  dateTime?: string;
  /** The event. */
  title: ReactNode;
  /** One muted paragraph, or a Letter. */
  children?: ReactNode;
}

/** One event: author and date above, the event as heading, a letter on its own card. It can be focused. */
export function TimelineItem({ voice, draft = false, icon, who, when, dateTime, title, children }: TimelineItemProps) {
  return (
    <Item tabIndex={-1}>
      <TimelineNode $voice={voice} $draft={draft} aria-hidden="true">
        {draft ? <MoreIcon /> : icon}
      </TimelineNode>
      <div>
        <Who>
          {who}
          {when && (dateTime ? <time dateTime={dateTime}>{when}</time> : <span>{when}</span>)}
        </Who>
        <h3>{title}</h3>
        {children}
      </div>
    </Item>
  );
}
