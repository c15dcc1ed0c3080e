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
    overflow-wrap: anywhere;
  }
  strong {
    display: block;
    color: var(--color-text);
  }
`;

export interface EmptyStateProps {
  icon?: ReactNode;
  /** The reason, and the next step. */
  children: ReactNode;
  /** One button or link. */
  action?: ReactNode;
}

/** An empty list: one or two sentences and one action. */
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
  /** The search that found nothing: "Keine Fälle gefunden zu „Knie“." */
  title: string;
  /** The scope of the search, and what else to try. */
  children: ReactNode;
  /** "Suche leeren" */
  clear: string;
  onClear: () => void;
  /**
   * The target of the focus: to the search field, or to the page title after a filter choice, so that no keyboard covers a
   * phone.
   */
  startAt: 'search' | 'title';
  /** The list's SearchField. */
  search: RefObject<HTMLInputElement | null>;
  /** Another action. */
  action?: ReactNode;
}

/** A list without matches. The clear button disappears when pressed, so it moves the focus. */
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
