import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { DoneIcon, OpenTaskIcon } from '../foundation/icons';
import { VisuallyHidden } from '../layout/VisuallyHidden';

const List = styled.ul`
  background: var(--color-surface);
  border-radius: var(--radius-control);

  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: var(--space-3);
    align-items: start;
    padding: var(--space-3) var(--space-4);
  }
  li + li {
    border-block-start: var(--border-hairline) solid var(--color-border);
  }
  .lucide {
    margin-block-start: 0.15em;
    color: var(--color-text-muted);
  }
  [data-done] > .lucide {
    color: var(--color-turn-none);
    stroke-width: 2.25;
  }
  small {
    display: block;
    color: var(--color-text-muted);
    font-size: var(--font-size-small);
  }
`;

export interface CheckListItem {
  key: string;
  label: ReactNode;
  /** A muted second line. */
  detail?: ReactNode;
  done: boolean;
  action?: ReactNode;
}

export interface CheckListProps {
  items: CheckListItem[];
  /** Spoken before each line: "erledigt", "offen". */
  words: { done: string; open: string };
}

/** Requested items, each marked as done or open. */
export function CheckList({ items, words }: CheckListProps) {
  return (
    <List>
      {items.map(({ key, label, detail, done, action }) => (
        <li key={key} data-done={done || undefined}>
          {done ? <DoneIcon /> : <OpenTaskIcon />}
          <div>
            <VisuallyHidden>{done ? words.done : words.open}: </VisuallyHidden>
            {label}
            {detail && <small>{detail}</small>}
          </div>
          {action}
        </li>
      ))}
    </List>
  );
}
