import { useId } from 'react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { DateIcon } from '../foundation/icons';
import { forcedColors, from } from '../foundation/media';
import { TurnPill } from './TurnPill';

const Sheet = styled.section<{ $beside: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-4) var(--space-7);
  padding: var(--space-inset);
  background: var(--color-turn-you-soft);
  border-radius: var(--radius-card);

  ${from.desk} {
    align-items: center;
    grid-template-columns: ${({ $beside }) => ($beside ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)')};
  }
  ${forcedColors} {
    border: 1px solid CanvasText;
  }
  @media print {
    border: var(--border-hairline) solid var(--color-border);
  }
`;
const Words = styled.div`
  display: grid;
  justify-items: start;
  gap: var(--space-2);
`;
const Due = styled.p`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  font-weight: var(--font-weight-strong);
`;
const Actions = styled.div`
  display: grid;
  justify-self: stretch;
  gap: var(--space-2);
  margin-block-start: var(--space-3);

  ${from.tablet} {
    display: flex;
    flex-wrap: wrap;
  }
`;

export interface YourTurnCardProps {
  /** "Sie sind dran" */
  turn: ReactNode;
  /** What to do, in one sentence; a heading. */
  title: ReactNode;
  headingLevel?: 2 | 3;
  /** Why, in one or two sentences. */
  children?: ReactNode;
  /** "Bitte bis Freitag, 20. November" */
  due?: ReactNode;
  /** One primary button; a quiet one beside it at most. */
  actions: ReactNode;
  /** A white sheet beside the words: what is wanted. */
  aside?: ReactNode;
}

/** The one warm sheet of a screen: it is the reader's turn. At most one per screen, none when there is nothing to do. */
export function YourTurnCard({ turn, title, headingLevel = 2, children, due, actions, aside }: YourTurnCardProps) {
  const headingId = useId();
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <Sheet aria-labelledby={headingId} $beside={Boolean(aside)}>
      <Words>
        <TurnPill tone="you" bare>
          {turn}
        </TurnPill>
        <Heading id={headingId}>{title}</Heading>
        {children && <div>{children}</div>}
        {due && (
          <Due>
            <DateIcon />
            {due}
          </Due>
        )}
        <Actions>{actions}</Actions>
      </Words>
      {aside}
    </Sheet>
  );
}
