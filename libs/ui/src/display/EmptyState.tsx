import type { MouseEvent, ReactNode, RefObject } from 'react';
import { styled } from 'styled-components';
import { Button } from '../actions/Button';
import { Row } from '../layout/Stack';

const Box = styled.div`
  display: grid;
  justify-items: center;
  gap: var(--space-4);
  padding-block: var(--space-6);
  /* At twice the text the room is for the words: the button would break within one. */
  padding-inline: clamp(0rem, 100% - 18rem, var(--space-inset));
  text-align: center;

  > .lucide {
    inline-size: 2.5rem;
    block-size: 2.5rem;
    color: var(--color-text-muted);
    stroke-width: 1.25;
  }
  p {
    max-inline-size: 34rem;
    color: var(--color-text-muted);
    text-wrap: balance;
  }
  strong {
    display: block;
    color: var(--color-text);
    overflow-wrap: anywhere;
  }
`;

export interface EmptyStateProps {
  icon?: ReactNode;
  /** Why it is empty, and what comes next. */
  children: ReactNode;
  /** One button or link. */
  action?: ReactNode;
}

/** A list with nothing in it: one or two sentences and one way on. */
export function EmptyState({ icon, children, action }: EmptyStateProps) {
  return (
    <Box>
      {icon}
      <p>{children}</p>
      {action}
    </Box>
  );
}

export interface NothingFoundProps {
  icon?: ReactNode;
  /** What was looked for: "Keine Fälle gefunden zu „Knie“." */
  title: string;
  /** Where it was looked for, and what else can be tried. */
  children: ReactNode;
  /** "Suche leeren" */
  clear: string;
  onClear: () => void;
  /** Where one starts anew: the search field, or the page's title after a choice, where no keyboard shall cover a phone. */
  startAt: 'search' | 'title';
  /** The list's SearchField. */
  search: RefObject<HTMLInputElement | null>;
  /** Another way on. */
  action?: ReactNode;
}

/** A list that a search or filters left empty. The button goes with what it clears, so the focus does not stay on it. */
export function NothingFound({ icon, title, children, clear, onClear, startAt, search, action }: NothingFoundProps) {
  const start = ({ currentTarget }: MouseEvent) => {
    const next = startAt === 'search' ? search.current : currentTarget.closest('main, body')?.querySelector('h1');
    onClear();
    next?.focus();
  };
  return (
    <EmptyState
      icon={icon}
      action={
        <Row justify="center">
          <Button variant="secondary" onClick={start}>
            {clear}
          </Button>
          {action}
        </Row>
      }
    >
      <strong>{title}</strong> {children}
    </EmptyState>
  );
}
