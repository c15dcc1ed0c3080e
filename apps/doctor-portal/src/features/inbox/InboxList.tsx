import { useListPoolsQuery } from '@konsil/api/pools';
import { useGoesOn, useShortcutKeys, useShortcutsOn } from '@konsil/api/shortcuts';
import { MoreRows, type PagedList } from '@konsil/common';
import type { CaseSummary } from '@konsil/contracts/cases';
import { useKindWords } from '@konsil/documents';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { DataTable, later, ListAndPreview, Pane, useDesk, type Sort } from '@konsil/ui';
import { lazy, Suspense, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { startWriting } from '../shortcuts/writing';
import { useShownRows } from '../queue/use-queue';
import { paths } from '../paths';
import { usePageActs } from '../shortcuts/page-acts';
import { openShortcutHelp as help, useShortcut } from '../shortcuts/shortcuts';
import { useInboxColumns } from './inbox-columns';
import { ListPane } from './inbox-parts';
import type { View } from './inbox-views';
import { InboxKeys } from './InboxKeys';
import { rememberedRow, rememberRow } from './last-row';
import { RowMenuPlace } from './RowMenuPlace';
import { useSteadyOrder } from '../queue/steady-order';
import { inboxTexts } from './texts';
import {
  actOf,
  areArchived,
  areUnread,
  between,
  isPriority,
  triageActs,
  type Change,
  type TriageAct,
} from '../shortcuts/triage';
import { TriageBar } from './TriageBar';
import type { Asking } from './TriageDialogs';
import { focusRow, focusRowLater, useListFocus, useRowsUpTo } from './use-list-focus';
import { useTriage } from './use-triage';

const CasePeek = later(() => import('./CasePeek').then((module) => module.CasePeek));
const TriageDialogs = lazy(() => import('./TriageDialogs').then((module) => ({ default: module.TriageDialogs })));

const noRows: ReadonlySet<string> = new Set();

export interface InboxListProps {
  /** The loaded rows as the server sorts them now. */
  rows: CaseSummary[];
  /** Names the list by its filters; undefined while it is loading. */
  listed: string | undefined;
  more: PagedList<CaseSummary>;
  view: View;
  /** The column by which a queue is sorted. */
  sort?: string;
  onSort?: (sort: Sort) => void;
}

/** The cases of the inbox with what a doctor does with them: by single keys, the bar below, or a row's menu. */
export function InboxList({ rows, listed, more, view, sort, onSort }: InboxListProps) {
  const { t } = useTexts(inboxTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const navigate = useNavigate();
  const desk = useDesk();
  const { kindOf } = useKindWords();
  const table = useRef<HTMLDivElement>(null);
  const { search: address } = useLocation();
  const [selectedId, setSelected] = useState(() => rememberedRow()?.id);
  // Until the doctor chooses a row, the list resumes where they left it, even if that case is gone.
  const [left, setLeft] = useState(() => rememberedRow());
  const [chosen, setMarked] = useState<{ list: string; ids: ReadonlySet<string> }>({ list: '', ids: noRows });
  const [asking, ask] = useState<Asking>();
  const shortcuts = useShortcutsOn();
  const goesOn = useGoesOn();
  const keys = useShortcutKeys();
  const passes = (useListPoolsQuery().data ?? []).length > 0;
  const select = (id: string) => {
    rememberRow({ list: address, id, place: cases.findIndex((row) => row.id === id) });
    setSelected(id);
    setLeft(undefined);
  };

  const cases = useSteadyOrder(rows, listed);
  const triage = useTriage(([id]) => {
    const place = cases.findIndex((row) => row.id === id);
    if (id === undefined || place < 0) return;
    select(id);
    if (desk) focusRow(table.current, place);
  });
  useShownRows(cases);
  const place = left?.list === address ? left.place : 0;
  const found = cases.find(({ id }) => id === selectedId);
  const selected = found ?? cases[Math.min(place, cases.length - 1)];
  const isReaching = !found && cases.length <= place && more.hasMore && !more.problem;
  useRowsUpTo(isReaching, more);
  const reply = selected && (() => void navigate(paths.answer(selected), startWriting));
  useShortcut('answer', reply);
  useListFocus(table, desk && asking === undefined && !isReaching, cases);

  // Marks belong to the list in which they were set.
  const marked = chosen.list === listed ? chosen.ids : noRows;
  const setMarks = (ids: Iterable<string>) => setMarked({ list: listed ?? '', ids: new Set(ids) });
  const toggle = (id: string) =>
    setMarks(marked.has(id) ? [...marked].filter((other) => other !== id) : [...marked, id]);
  // By a row's menu, a case is changed beside the marked ones.
  const unmark = (these: readonly CaseSummary[]) =>
    setMarks([...marked].filter((id) => !these.some((one) => one.id === id)));
  const markedCases = cases.filter(({ id }) => marked.has(id));
  const targets = markedCases.length > 0 ? markedCases : selected ? [selected] : [];
  const columns = useInboxColumns(view, {
    marked,
    onMark: toggle,
    menuOf: (theCase) => (
      <RowMenuPlace
        theCase={theCase}
        isMarked={marked.has(theCase.id)}
        passes={passes}
        onAct={(act) => doTo([theCase], act)}
      />
    ),
  });

  /** A decided case gives the selection to the next one, even if it stays in the list; at the end it keeps it then. */
  const goOnFrom = (decided: readonly CaseSummary[], leave: boolean) => {
    const those = new Set(decided.map(({ id }) => id));
    const place = cases.findIndex(({ id }) => id === selected?.id);
    const after = cases.slice(place + 1).find(({ id }) => !those.has(id));
    const next = after ?? (leave ? cases.findLast(({ id }) => !those.has(id)) : undefined);
    // On a phone no row is selected: only one that leaves has to be replaced.
    if (!next || !selected || !those.has(selected.id) || !(desk || leave)) return;
    select(next.id);
    // The focus stays in the bar if the doctor works there.
    const isInList = asking !== undefined || table.current?.contains(document.activeElement);
    if (desk && (leave || isInList)) focusRowLater(table, cases.indexOf(next));
  };
  const change = (these: readonly CaseSummary[], what: Change, words: string, leaves: boolean) => {
    if (leaves || (goesOn && these.length === 1)) goOnFrom(these, leaves);
    void triage.change(these, what, words);
    unmark(these);
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
    } else if (act === 'todo') ask({ for: 'todo', cases: these });
    else if (act === 'pass') {
      if (passes) ask({ for: 'pass', cases: these });
    } else if (act === 'mark') toggle(first.id);
    else reply?.();
  };
  // On a phone no row is chosen.
  usePageActs(() =>
    desk && targets.length > 0
      ? triageActs
          .filter((act) => act !== 'answer' && (act !== 'pass' || passes))
          .map((act) => ({
            name: `list.${act}` as const,
            of: targets.map(({ patient, case_name }) => `${patient.last_name}, ${patient.first_name} · ${case_name}`),
            run: () => doTo(targets, act),
          }))
      : [],
  );
  const press = (event: KeyboardEvent, id: string) => {
    const act = actOf(keys.list, event.key);
    // A key held down decides about one case, not about all below it.
    if (event.repeat) return;
    // A dialog is loading: what is typed is meant for it.
    if (asking) return event.preventDefault();
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
  if (!selected) return null;
  return (
    <>
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
              {...(sort && { sort: { key: sort, direction: 'ascending' as const }, onSort })}
              {...(desk && { selected: selected.id })}
              onSelect={select}
              marked={marked}
              {...(shortcuts && {
                onRowKey: press,
                onExtend: (keys: [string, string]) => setMarks([...marked, ...between(cases, keys)]),
              })}
              total={more.total}
              onMore={more.loadMore}
              pressSelects
            />
            <MoreRows list={more} rowsOf={() => table.current?.querySelectorAll('[data-row]') ?? []} />
          </Pane>
          {(desk || marked.size > 0) && (
            <TriageBar
              targets={targets}
              marked={marked.size}
              passes={passes}
              onAct={(act) => doTo(targets, act)}
              onClear={() => setMarks([])}
            />
          )}
        </ListPane>
      </ListAndPreview>
      <InboxKeys />
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
            onDone={(those, undo) => {
              if (undo) triage.note(undo);
              unmark(those);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
