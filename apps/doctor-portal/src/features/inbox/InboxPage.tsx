import { useListCasesInfiniteQuery } from '@konsil/api/cases';
import { useListPoolsQuery } from '@konsil/api/pools';
import { useListFilters } from '@konsil/lists/list-filters';
import { listOf } from '@konsil/lists/lists';
import { problemOf } from '@konsil/api/problem';
import { useDebounced } from '@konsil/lists/use-settled';
import { ListSearch, LoadFailed, Waiting } from '@konsil/common';
import type { CaseSummary } from '@konsil/contracts/cases';
import { nothingFound, problemText, useCommon, useTexts } from '@konsil/i18n';
import {
  Button,
  ButtonLink,
  Desk,
  EmptyState,
  InboxIcon,
  NothingFound,
  PageTitle,
  TabLinks,
  useDesk,
  later,
  useToast,
  type Sort,
} from '@konsil/ui';
import { useDeferredValue, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../paths';
import { useListedQueue } from '../queue/use-queue';
import { DeputyCases } from './DeputyCases';
import { filterNames, InboxFilters, orderNames } from './InboxFilters';
import { isQueue, knownQuery, views, type View } from './inbox-views';
import { SavedViews } from './SavedViews';
import { inboxTexts } from './texts';

// After the title, so that the first page stays small.
const InboxList = later(() => import('./InboxList').then((module) => module.InboxList));

/** The doctor's start page: the inbox as a work queue, by priority and waiting time. */
export default function InboxPage() {
  const { t } = useTexts(inboxTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const navigate = useNavigate();
  const desk = useDesk();
  const { filters, set, reset, narrowed, filtered, keep } = useListFilters('inbox', filterNames, orderNames);
  const field = useRef<HTMLInputElement>(null);
  const view: View =
    filters.archived === 'true' ? 'archive' : (views.find((name) => name === filters.view) ?? 'needs_answer');
  const query = useDebounced({ ...filters, view: view === 'archive' ? 'all' : view });
  // Long lists render with low priority, so that input stays responsive.
  const list = useDeferredValue(useListCasesInfiniteQuery(knownQuery(query)));
  useListedQueue(knownQuery(query));
  const triageCounts = list.data?.pages[0]?.triage_counts;
  const counts = list.data?.pages[0]?.counts;
  const nothingYet = counts !== undefined && Object.values(counts).every((waiting) => waiting === 0);
  const tabs = [
    ...views.map((name) => ({
      name,
      to: `${paths.inbox}?view=${name}`,
      count: name === 'later' ? triageCounts?.later : counts?.[name],
    })),
    { name: 'archive' as const, to: `${paths.inbox}?archived=true`, count: counts?.archived },
  ];
  // Without it the inbox is the same: a failure shows in the pool itself.
  const { data: pools } = useListPoolsQuery();
  const count = list.data
    ? [
        t('count', { count: list.data.pages[0]?.total ?? 0 }),
        isQueue(view) && counts?.overdue ? t('overdue', { count: counts.overdue }) : '',
      ]
        .filter(Boolean)
        .join(', ')
    : '';
  const keepFilters = async () => {
    try {
      await keep();
      toast({ text: t('filterSaved') });
    } catch (error) {
      toast({ tone: 'danger', text: problemText(common, problemOf(error)) });
    }
  };

  const content = () => {
    if (list.isLoading) return <Waiting label={t('loading')} rows={8} />;
    if (list.error && !list.currentData)
      return (
        <LoadFailed problem={list.error} onRetry={list.refetch}>
          {t('failed')}
        </LoadFailed>
      );
    if (!list.data?.pages[0]?.items.length) {
      if (!narrowed && nothingYet) {
        return (
          <EmptyState
            icon={<InboxIcon />}
            action={
              <ButtonLink variant="secondary" to={paths.account}>
                {t('empty.entry')}
              </ButtonLink>
            }
          >
            <strong>{common('empty.cases')}</strong> {t('empty.nothingYet')}
          </EmptyState>
        );
      }
      if (!narrowed)
        return (
          <EmptyState icon={<InboxIcon />}>
            {common('empty.cases')}. {t(`empty.${view}`)}
          </EmptyState>
        );
      const { search } = filters;
      const { also, ...words } = nothingFound(common, 'cases', search, filtered);
      const everywhere = search && (
        <Button variant="quiet" onClick={() => void navigate(paths.search, { state: search })}>
          {t('empty.everywhere')}
        </Button>
      );
      return (
        <NothingFound icon={<InboxIcon />} {...words} search={field} onClear={reset} action={everywhere}>
          {search ? t('empty.search', { view: t(`tabs.${view}`) }) : t('empty.filter')} {also}
        </NothingFound>
      );
    }
    return (
      <InboxList
        rows={list.data.pages.flatMap(({ items }) => items as CaseSummary[])}
        listed={list.currentData && JSON.stringify(list.originalArgs)}
        more={listOf(list)}
        view={view}
        {...(desk &&
          isQueue(view) && { sort: filters.sort ?? 'priority', onSort: ({ key }: Sort) => set('sort', key) })}
        meanwhile={<Waiting label={t('loading')} rows={8} />}
      />
    );
  };
  return (
    <Desk>
      <PageTitle actions={<ListSearch ref={field} label={t('search')} filters={filters} set={set} compact={false} />}>
        {t('title')}
      </PageTitle>
      <TabLinks
        label={t('title')}
        items={[
          ...tabs.map(({ name, to, count: waiting }) => ({
            to,
            label: t(`tabs.${name}`),
            current: name === view,
            ...(waiting !== undefined && {
              count: waiting,
              countTone: name === 'needs_answer' ? ('you' as const) : ('plain' as const),
            }),
          })),
          ...(pools ?? []).map(({ id, name, cases }) => ({
            to: paths.pool(id),
            label: t('tabs.pool', { clinic: name }),
            current: false,
            count: cases,
            countTone: 'plain' as const,
          })),
        ]}
      />
      {(narrowed || !nothingYet) && (
        <SavedViews shown={{ view, due: filters.due, only: filters.only }} counts={{ ...counts, ...triageCounts }} />
      )}
      {(narrowed || !nothingYet) && (
        <InboxFilters {...{ view, filters, set, reset, narrowed, count }} keep={() => void keepFilters()} />
      )}
      <DeputyCases />
      {content()}
    </Desk>
  );
}
