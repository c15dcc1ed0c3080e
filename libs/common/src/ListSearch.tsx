import type { RefObject } from 'react';
import { SearchField } from '@konsil/ui';
import type { ListNarrowing } from './list-narrowing.ts';

export interface ListSearchProps extends Pick<ListNarrowing, 'filters' | 'set'> {
  /** Spoken, and shown while nothing is typed. */
  label: string;
  ref: RefObject<HTMLInputElement | null>;
  /** As high as the other controls of a tool bar. */
  compact?: boolean;
}

/** The search field of a list. */
export function ListSearch({ label, filters, set, ref, compact = true }: ListSearchProps) {
  return (
    <SearchField
      compact={compact}
      ref={ref}
      label={label}
      placeholder={label}
      value={filters.search ?? ''}
      onChange={(event) => set('search', event.target.value)}
    />
  );
}
