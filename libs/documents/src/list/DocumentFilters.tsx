import { ListSearch } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { Button, FilterIcon, Row } from '@konsil/ui';
import { useState, type RefObject } from 'react';
import { documentTexts } from '../texts';
import { ArrangeFilters } from './ArrangeFilters';
import { filterBlocks, useFilterArrangement } from './filter-arrangement';
import { FilterControl } from './FilterControl';
import { SearchRow } from './list-parts';

export const filterNames = [
  'search',
  'kind',
  'source',
  'uploaded_by',
  'only_new',
  'from',
  'to',
  'sort',
  'archived',
  'view',
] as const;
export type FilterName = (typeof filterNames)[number];
export const orderNames = ['sort', 'view', 'archived'] as const;

export interface DocumentFiltersProps {
  group: 'document' | 'image';
  /** The word for new documents. */
  newWord: 'new' | 'notSent';
  filters: Partial<Record<FilterName, string>>;
  set: (name: FilterName, value: string) => void;
  reset: () => void;
  /** Counts resets, which also clear invalid input. */
  resets: number;
  keep: () => void;
  narrowed: boolean;
  /** Ref of the search field. */
  search: RefObject<HTMLInputElement | null>;
}

/**
 * Search, filters and sort order of a document list: the reader's chosen filters are always shown, others on demand.
 */
export function DocumentFilters({
  group,
  newWord,
  filters,
  set,
  reset,
  resets,
  keep,
  narrowed,
  search,
}: DocumentFiltersProps) {
  const { t } = useTexts(documentTexts);
  const { always, arrange } = useFilterArrangement(group);
  const [more, setMore] = useState(false);
  const [arranging, setArranging] = useState(false);
  const controls = (blocks: typeof always) =>
    blocks.map((block) => <FilterControl key={`${block} ${resets}`} {...{ block, group, newWord, filters, set }} />);
  return (
    <>
      <Row gap={2}>
        <SearchRow>
          <ListSearch ref={search} label={t('filter.search')} filters={filters} set={set} />
        </SearchRow>
        <Button
          variant="secondary"
          size="small"
          icon={<FilterIcon />}
          aria-expanded={more}
          onClick={() => setMore(!more)}
        >
          {t('filter.open')}
        </Button>
        {narrowed && (
          <Button variant="quiet" size="small" onClick={reset}>
            {t('list.resetFilter')}
          </Button>
        )}
      </Row>
      {(more || always.length > 0) && (
        <Row align="start">
          {controls(always)}
          {more && controls(filterBlocks.filter((block) => !always.includes(block)))}
        </Row>
      )}
      {more && (
        <Row>
          <Button variant="quiet" size="small" onClick={keep}>
            {t('filter.save')}
          </Button>
          <Button variant="quiet" size="small" onClick={() => setArranging(true)}>
            {t('filter.arrange')}
          </Button>
        </Row>
      )}
      {arranging && <ArrangeFilters {...{ always, arrange, newWord }} onClose={() => setArranging(false)} />}
    </>
  );
}
