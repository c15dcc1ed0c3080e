import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { from } from '../foundation/media';

const List = styled.dl<{ $beside: boolean }>`
  display: grid;
  gap: var(--space-4);
  overflow-wrap: anywhere;

  > div {
    display: grid;
  }
  dt {
    color: var(--color-text-muted);
    font-size: var(--font-size-small);
  }
  [data-portal='doctor'] & {
    gap: var(--space-2);
  }
  ${from.tablet} {
    > div {
      grid-template-columns: ${({ $beside }) => ($beside ? 'minmax(8rem, 12rem) minmax(0, 1fr)' : 'minmax(0, 1fr)')};
      column-gap: var(--space-4);
      align-items: baseline;
    }
  }
`;

export interface DefinitionListProps {
  items: { term: ReactNode; detail: ReactNode; key?: string }[];
  /** `beside` puts the term left of its detail where there is room. */
  layout?: 'under' | 'beside';
}

/** Terms with their details: "Diagnose: …". */
export function DefinitionList({ items, layout = 'under' }: DefinitionListProps) {
  return (
    <List $beside={layout === 'beside'}>
      {items.map(({ term, detail, key }, index) => (
        <div key={key ?? index}>
          <dt>{term}</dt>
          <dd>{detail}</dd>
        </div>
      ))}
    </List>
  );
}
