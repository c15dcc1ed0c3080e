import { useId } from 'react';
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { DateIcon } from '../foundation/icons';
import { forcedColors, from } from '../foundation/media';
import { TurnPill } from './TurnPill';

const twoColumns = css`
  grid-template: 'words' auto 'aside' auto 'actions' auto / minmax(0, 1fr);

  ${from.desk} {
    grid-template: 'words aside' 1fr 'actions aside' auto / minmax(0, 1fr) minmax(0, 1fr);
    row-gap: var(--space-5);
  }
`;
const Sheet = styled.section<{ $beside: boolean }>`
  --quiet-button: var(--color-on-turn-you-soft);
  display: grid;
  grid-template: 'words' auto 'actions' auto / minmax(0, 1fr);
  gap: var(--space-4) var(--space-7);
  padding: var(--space-inset);
  background: var(--color-turn-you-soft);
  border-radius: var(--radius-card);
  ${({ $beside }) => $beside && twoColumns}

  ${forcedColors} {
    border: 1px solid CanvasText;
  }
  @media print {
    border: var(--border-hairline) solid var(--color-border);
  }
`;
const Words = styled.div`
  grid-area: words;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  justify-items: start;
  gap: var(--space-2);

  > * {
    max-inline-size: 100%;
  }
`;
const Due = styled.p`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  font-weight: var(--font-weight-strong);
`;
const Beside = styled.div`
  grid-area: aside;
  align-self: center;
`;
const Actions = styled.div`
  grid-area: actions;
  display: grid;
  gap: var(--space-2);

  ${from.tablet} {
    display: flex;
    flex-wrap: wrap;
  }
`;

export interface YourTurnCardProps {
  /** "Sie sind dran" */
  turn: ReactNode;
  /** The task in one sentence; a heading. */
  title: ReactNode;
  headingLevel?: 2 | 3;
  /** The reason, in one or two sentences. */
  children?: ReactNode;
  /** "Bitte bis Freitag, 20. November" */
  due?: ReactNode;
  /** One primary button; at most one secondary button beside it. */
  actions: ReactNode;
  /** A white card beside the text: what is requested. */
  aside?: ReactNode;
}

/**
 * The one highlighted card of a screen: it is the reader's turn. At most one per screen, none when there is nothing to
 * do.
 */
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
      </Words>
      {aside && <Beside>{aside}</Beside>}
      <Actions>{actions}</Actions>
    </Sheet>
  );
}
