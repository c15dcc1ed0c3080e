import { knownFilters, useListFilters } from '@konsil/lists/list-filters';
import { listOf } from '@konsil/lists/lists';
import { useListOwnActionsInfiniteQuery } from '@konsil/api/privacy';
import { useDebounced } from '@konsil/lists/use-settled';
import { EmptyList, ListSearch, ListStates, MoreRows } from '@konsil/common';
import { auditKinds, ownActionsQuerySchema } from '@konsil/contracts/privacy';
import { DayRange } from '@konsil/documents';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, Page, PageTitle, Row, SeenIcon, SelectField, Stack } from '@konsil/ui';
import { useRef, useState } from 'react';
import { ActionDays } from './ActionDays';
import { actionTexts } from './texts';

const names = ['search', 'kind', 'from', 'to'] as const;
const kinds = [...auditKinds, 'denied'] as const;

/** The doctor's own actions on patient data, by day (docs/product.md section 2). */
export default function ActionsPage() {
  const { t } = useTexts(actionTexts);
  const { t: common } = useCommon();
  const { filters, set, reset: resetFilters, narrowed, filtered } = useListFilters('actions', names);
  const [resets, setResets] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const days = useRef<HTMLDivElement>(null);
  const { kind, ...others } = useDebounced(filters);
  const query = knownFilters(ownActionsQuerySchema, {
    ...others,
    limit: '200',
    ...(kind === 'denied' ? { result: kind } : kind && { kind }),
  });
  // Refetched on mount, because any action adds to it.
  const list = listOf(useListOwnActionsInfiniteQuery(query, { refetchOnMountOrArgChange: true }));
  const reset = () => {
    resetFilters();
    setResets((before) => before + 1);
  };
  const empty = (
    <EmptyList
      of="accesses"
      icon={<SeenIcon />}
      field={field}
      notFound={t(filters.search ? 'emptySearch' : 'emptyFilter')}
      nothingYet={t('emptyText')}
      {...{ filters, reset, narrowed, filtered }}
    />
  );
  return (
    <Page width="wide">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <Stack gap={4}>
        <Row align="end">
          <ListSearch ref={field} label={t('search')} filters={filters} set={set} />
          <SelectField
            compact
            label={t('kind')}
            labelHidden
            value={kinds.find((value) => value === filters.kind) ?? ''}
            onChange={(event) => set('kind', event.target.value)}
            options={[
              { value: '', label: t('kinds.all') },
              ...kinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
            ]}
          />
          <DayRange labelOf={t} values={filters} onChange={set} resets={resets} />
        </Row>
        <Row>
          <span role="status">{!list.isLoading && !list.problem && t('count', { count: list.total })}</span>
          {narrowed && list.items.length > 0 && (
            <Button variant="quiet" size="small" onClick={reset}>
              {common('words.filterReset')}
            </Button>
          )}
        </Row>
        <ListStates list={list} empty={empty} label={t('loading')} failed={t('failed')} rows={8}>
          {() => (
            <>
              <div ref={days}>
                <ActionDays actions={list.items} hasMore={list.hasMore} />
              </div>
              <MoreRows
                list={list}
                rowsOf={() => days.current?.querySelectorAll('[data-group]:not([data-group=lists])') ?? []}
              />
            </>
          )}
        </ListStates>
      </Stack>
    </Page>
  );
}
