import type { ReactNode, RefObject } from 'react';
import { nothingFound, useCommon, type CommonTexts } from '@konsil/i18n';
import { EmptyState, NothingFound } from '@konsil/ui';
import type { ListNarrowing } from './list-narrowing.ts';

export interface EmptyListProps extends Pick<ListNarrowing, 'filters' | 'reset' | 'narrowed' | 'filtered'> {
  of: keyof CommonTexts['empty'];
  icon: ReactNode;
  /** The search field, focused when the search is cleared. */
  field: RefObject<HTMLInputElement | null>;
  /** Explains that search or filters match nothing. */
  notFound: string;
  /** Explains that there is nothing yet. */
  nothingYet: string;
  /** A first step, if there is nothing yet. */
  action?: ReactNode;
  /** Another place to search in, if nothing matches. */
  elsewhere?: ReactNode;
}

/** A list without rows: nothing matches, with a button that clears search and filters; or there is nothing yet. */
export function EmptyList({
  of,
  icon,
  field,
  notFound,
  nothingYet,
  action,
  elsewhere,
  filters,
  reset,
  narrowed,
  filtered,
}: EmptyListProps) {
  const { t } = useCommon();
  if (!narrowed)
    return (
      <EmptyState icon={icon} action={action}>
        {t(`empty.${of}`)}. {nothingYet}
      </EmptyState>
    );
  const { also, ...words } = nothingFound(t, of, filters.search, filtered);
  return (
    <NothingFound icon={icon} {...words} search={field} onClear={reset} action={elsewhere}>
      {notFound} {also}
    </NothingFound>
  );
}
