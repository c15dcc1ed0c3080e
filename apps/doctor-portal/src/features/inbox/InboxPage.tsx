import { useListCasesInfiniteQuery } from '@konsil/api/cases';
import { useListFilters } from '@konsil/api/list-filters';
import { listOf } from '@konsil/api/lists';
import { problemOf } from '@konsil/api/problem';
import { useSettled } from '@konsil/api/use-settled';
import { LoadFailed, MoreRows, Waiting } from '@konsil/common';
import type { CaseSummary } from '@konsil/contracts/cases';
import { useKindWords } from '@konsil/documents';
import { nothingFound, problemText, useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  Button,
  ButtonLink,
  DataTable,
  Desk,
  EmptyState,
  InboxIcon,
  ListAndPreview,
  NothingFound,
  PageTitle,
  Pane,
  SearchField,
  TabLinks,
  useDesk,
  later,
  useToast,
  type Sort,
} from '@konsil/ui';
import { lazy, Suspense, useDeferredValue, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { startWriting } from '../answer/writing';
import { paths } from '../paths';
import { openShortcutHelp as help, useShortcut } from '../shortcuts/shortcuts';
import { useListedQueue } from '../case/use-queue';
import { useShortcutsOn } from '@konsil/api/shortcuts';
import { filterNames, InboxFilters, orderNames } from './InboxFilters';
import { useInboxColumns } from './inbox-columns';
import { InboxKeys } from './InboxKeys';
import { rememberedRow, rememberRow } from './last-row';
import { isQueue, knownQuery, views, type View } from './inbox-views';
import { Acts, ListPane } from './inbox-parts';
import { RowMenuPlace } from './RowMenuPlace';
import { SavedViews } from './SavedViews';
import { useSteadyOrder } from './steady-order';
import { inboxTexts } from './texts';
import { actOf, areArchived, areUnread, between, isPriority, type Change, type TriageAct } from './triage';
import type { Asking } from './TriageDialogs';
import { focusRow, useListFocus } from './use-list-focus';
import { useTriage } from './use-triage';

// After the rows, so that the first page stays small.
const CasePeek = later(() => import('./CasePeek').then((module) => module.CasePeek));
const TriageBar = later(() => import('./TriageBar').then((module) => module.TriageBar));
const TriageDialogs = lazy(() => import('./TriageDialogs').then((module) => ({ default: module.TriageDialogs })));

const noRows: ReadonlySet<string> = new Set();

/** The doctor's start page: the inbox as a work queue, by priority and waiting time. */
export default function InboxPage() {
  const { t } = useTexts(inboxTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const toast = useToast();
  const navigate = useNavigate();
  const desk = useDesk();
  const { kindOf } = useKindWords();
  const { filters, set, reset, narrowed, filtered, keep } = useListFilters('inbox', filterNames, orderNames);
  const field = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLDivElement>(null);
  const view: View =
    filters.archived === 'true' ? 'archive' : (views.find((name) => name === filters.view) ?? 'needs_answer');
  const query = useSettled({ ...filters, view: view === 'archive' ? 'all' : view });
  // Long lists render with low priority, so that input stays responsive.
  const list = useDeferredValue(useListCasesInfiniteQuery(knownQuery(query)));
  const [selectedId, setSelected] = useState(rememberedRow);
  const [chosen, setMarked] = useState<{ list: string; ids: ReadonlySet<string> }>({ list: '', ids: noRows });
  const [asking, ask] = useState<Asking>();
  const shortcuts = useShortcutsOn();
  const triage = useTriage();
  const select = (id: string) => {
    rememberRow(id);
    setSelected(id);
  };

  const listed = list.currentData && JSON.stringify(list.originalArgs);
  const cases = useSteadyOrder(list.data?.pages.flatMap(({ items }) => items as CaseSummary[]) ?? [], listed);
  useListedQueue(knownQuery(query), cases);
  const triageCounts = list.data?.pages[0]?.triage_counts;
  const counts = list.data?.pages[0]?.counts;
  const nothingYet = counts !== undefined && Object.values(counts).every((waiting) => waiting === 0);
  const selected = cases.find(({ id }) => id === selectedId) ?? cases[0];
  const reply = selected && (() => void navigate(paths.answer(selected), startWriting));
  useShortcut('answer', reply);
  useListFocus(table, desk && asking === undefined, cases);

  // Marks belong to the list in which they were set.
  const marked = chosen.list === listed ? chosen.ids : noRows;
  const setMarks = (ids: Iterable<string>) => setMarked({ list: listed ?? '', ids: new Set(ids) });
  const toggle = (id: string) =>
    setMarks(marked.has(id) ? [...marked].filter((other) => other !== id) : [...marked, id]);
  const markedCases = cases.filter(({ id }) => marked.has(id));
  const targets = markedCases.length > 0 ? markedCases : selected ? [selected] : [];
  const columns = useInboxColumns(view, {
    marked,
    onMark: toggle,
    menuOf: (theCase) => (
      <RowMenuPlace theCase={theCase} isMarked={marked.has(theCase.id)} onAct={(act) => doTo([theCase], act)} />
    ),
  });

  /** The row after those that leave the list takes their place. */
  const goOnFrom = (leaving: readonly CaseSummary[]) => {
    const gone = new Set(leaving.map(({ id }) => id));
    const place = cases.findIndex(({ id }) => id === selected?.id);
    const next = cases.slice(place + 1).find(({ id }) => !gone.has(id)) ?? cases.findLast(({ id }) => !gone.has(id));
    if (!next || !selected || !gone.has(selected.id)) return;
    select(next.id);
    if (desk) focusRow(table.current, cases.indexOf(next));
  };
  const change = (these: readonly CaseSummary[], what: Change, words: string, leaves: boolean) => {
    if (leaves) goOnFrom(these);
    void triage.change(these, what, words);
    setMarks([]);
  };
  const archive = (these: readonly CaseSummary[]) => {
    const count = these.length;
    const back = areArchived(these);
    change(these, { archived: !back }, t(back ? 'triage.said.restored' : 'triage.said.archived', { count }), true);
  };
  const snooze = (these: readonly CaseSummary[], until: string | null) => {
    const count = these.length;
    const words = until ? t('triage.said.later', { count, day: format.day(until) }) : t('triage.said.now', { count });
    change(these, { snoozed_until: until }, words, (until !== null) !== (view === 'later'));
  };
  const doTo = (these: readonly CaseSummary[], act: TriageAct) => {
    const count = these.length;
    const [first] = these;
    if (!first) return;
    if (isPriority(act)) {
      const priority = common(`codes.priority.${act}`);
      change(these, { priority: act }, t('triage.said.priority', { count, priority }), false);
    } else if (act === 'done') {
      if (!areArchived(these) && these.some(({ turn }) => turn === 'doctor')) ask({ for: 'done', cases: these });
      else archive(these);
    } else if (act === 'unread') {
      const read = areUnread(these);
      change(these, { unread: !read }, t(read ? 'triage.said.read' : 'triage.said.unread', { count }), false);
    } else if (act === 'later') {
      const open = these.filter(({ turn }) => turn !== 'none');
      if (open.length > 0) ask({ for: 'later', cases: open });
    } else if (act === 'todo') ask({ for: 'todo', cases: [first] });
    else if (act === 'mark') toggle(first.id);
    else reply?.();
  };
  const press = (event: KeyboardEvent, id: string) => {
    const act = actOf(event.key);
    if (event.key === 'Escape' && marked.size > 0) setMarks([]);
    else if (event.key === '?') help();
    else if (act === 'mark') toggle(id);
    else if (act) doTo(targets, act);
    else return;
    event.preventDefault();
  };
  const undoKey = (event: KeyboardEvent) => {
    if (!shortcuts || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    triage.undo();
  };
  const tabs = [
    ...views.map((name) => ({
      name,
      to: `${paths.inbox}?view=${name}`,
      count: name === 'later' ? triageCounts?.later : counts?.[name],
    })),
    { name: 'archive' as const, to: `${paths.inbox}?archived=true`, count: counts?.archived },
  ];
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
  const sort = ({ key }: Sort) => set('sort', key);

  const content = () => {
    if (list.isLoading) return <Waiting label={t('loading')} rows={8} />;
    if (list.error && !list.currentData)
      return (
        <LoadFailed problem={list.error} onRetry={list.refetch}>
          {t('failed')}
        </LoadFailed>
      );
    if (!selected) {
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
      <ListAndPreview
        preview={
          <Pane as="aside" aria-label={t('peek.title')}>
            <CasePeek selected={selected} nameOf={kindOf} />
          </Pane>
        }
      >
        <ListPane>
          <Pane ref={table} onKeyDown={undoKey}>
            <DataTable
              label={t('title')}
              columns={columns}
              rows={cases}
              rowKey={({ id }) => id}
              rowTo={paths.case}
              linkColumn="patient"
              {...(desk &&
                isQueue(view) && {
                  sort: { key: filters.sort ?? 'priority', direction: 'ascending' as const },
                  onSort: sort,
                })}
              {...(desk && { selected: selected.id })}
              onSelect={select}
              marked={marked}
              {...(shortcuts && {
                onRowKey: press,
                onExtend: (keys: [string, string]) => setMarks([...marked, ...between(cases, keys)]),
              })}
              pressSelects
            />
            <MoreRows list={listOf(list)} rowsOf={() => table.current?.querySelectorAll('[data-row]') ?? []} />
          </Pane>
          {(desk || marked.size > 0) && (
            <TriageBar
              targets={targets}
              marked={marked.size}
              onAct={(act) => doTo(targets, act)}
              onClear={() => setMarks([])}
              meanwhile={<Acts />}
            />
          )}
        </ListPane>
      </ListAndPreview>
    );
  };
  return (
    <Desk>
      <PageTitle
        actions={
          <SearchField
            ref={field}
            label={t('search')}
            placeholder={t('search')}
            value={filters.search ?? ''}
            onChange={(event) => set('search', event.target.value)}
          />
        }
      >
        {t('title')}
      </PageTitle>
      <TabLinks
        label={t('title')}
        items={tabs.map(({ name, to, count: waiting }) => ({
          to,
          label: t(`tabs.${name}`),
          current: name === view,
          ...(waiting !== undefined && {
            count: waiting,
            countTone: name === 'needs_answer' ? ('you' as const) : ('plain' as const),
          }),
        }))}
      />
      {(narrowed || !nothingYet) && (
        <SavedViews shown={{ view, due: filters.due, only: filters.only }} counts={{ ...counts, ...triageCounts }} />
      )}
      {(narrowed || !nothingYet) && (
        <InboxFilters {...{ view, filters, set, reset, narrowed, count }} keep={() => void keepFilters()} />
      )}
      {content()}
      {!nothingYet && <InboxKeys />}
      {asking && (
        <Suspense>
          <TriageDialogs
            asking={asking}
            onClose={() => ask(undefined)}
            onSnooze={(until) => {
              ask(undefined);
              snooze(asking.cases, until);
            }}
            onArchive={() => {
              ask(undefined);
              archive(asking.cases);
            }}
          />
        </Suspense>
      )}
    </Desk>
  );
}
