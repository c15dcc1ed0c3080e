import type { caseRoutes, CaseSummary, QueuedCase, TriageCounts } from '@konsil/contracts/cases';
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { holdUnopened } from '@konsil/server-domain/sendings/opened';
import type * as z from 'zod/mini';
import type { Database } from '@konsil/server-platform/database/client';
import { cases, documents, drafts, todos } from '@konsil/server-domain/schema';
import {
  afterCursor,
  findPage,
  inOrder,
  slicePage,
  orderBy,
  pageSize,
  placeOf,
  type Order,
  type SortKey,
} from '@konsil/server-platform/http/cursors';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { answerKeys, summaryKey } from '@konsil/server-domain/drafts/prepared-drafts';
import { isAtWork } from '@konsil/server-domain/accounts/active-doctors';
import { isNewTo, unreadBy } from '@konsil/server-domain/documents/document-rules';
import { archiveColumn, idsIn, inArchive, priorityRank, readableCases } from '@konsil/server-domain/cases/case-scope';
import { summarize } from './case-summary.ts';
import { addDays, addWorkingDays, dayOf, weekdayOf } from '@konsil/server-domain/calendar/working-days';
import { isOn } from '@konsil/server-domain/access/sides';
import { dayMs, later } from '@konsil/server-platform/clock';
import { foundBy } from '@konsil/server-domain/search/search-words';

export type CasesQuery = z.output<typeof caseRoutes.listCases.query>;
type Counts = z.output<typeof caseRoutes.listCases.response>['counts'];

const idKey: SortKey = { by: sql`${cases.id}`, type: 'uuid' };
const waiting: SortKey = { by: sql`coalesce(${cases.lastRequestAt}, 'infinity')`, type: 'timestamptz' };
const orders: Record<NonNullable<CasesQuery['sort']>, Order> = {
  priority: {
    name: 'cases.priority',
    direction: 'asc',
    keys: [{ by: priorityRank(cases.priority), type: 'int' }, waiting, idKey],
  },
  waiting: { name: 'cases.waiting', direction: 'asc', keys: [waiting, idKey] },
  due: {
    name: 'cases.due',
    direction: 'asc',
    keys: [{ by: sql`coalesce(${cases.answerDueOn}, 'infinity')`, type: 'date' }, waiting, idKey],
  },
  activity: {
    name: 'cases.activity',
    direction: 'desc',
    keys: [{ by: sql`${cases.lastActivityAt}`, type: 'timestamptz' }, idKey],
  },
};

/** Queues sort by priority and waiting time, other lists by the last event. Patients see no priority. */
const orderOf = ({ actor }: Work, { sort, view }: CasesQuery): Order => {
  const usual = view === 'needs_answer' || view === 'due_soon' ? 'priority' : 'activity';
  const name = sort ?? usual;
  return orders[name === 'priority' && isOn(actor, 'patient') ? 'activity' : name];
};

/** "Due soon": the next working day or earlier. */
const soon = (now: Date): string => addWorkingDays(dayOf(now), 1);
const sunday = (day: string): string => addDays(day, 7 - weekdayOf(day));

const withDocuments = ({ tx }: Work, rule: SQL | undefined): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(documents)
      .where(and(eq(documents.caseId, cases.id), rule)),
  );
/** A case with documents that are new to the reader. */
const withNewDocuments = (work: Work): SQL => withDocuments(work, isNewTo(work.actor, cases.lastAnswerAt));

/** Waits for its doctor. Needs no check for doctors who have left, because they read no lists. */
const withDoctor = ({ tx, actor }: Work): SQL | undefined =>
  and(eq(cases.status, 'with_doctor'), isOn(actor, 'patient') ? isAtWork(tx, cases.doctorId) : undefined);
/**
 * Waits for the patient, also to choose another doctor after theirs has left; never after the consent was withdrawn.
 */
const withPatient = ({ tx, actor }: Work): SQL | undefined => {
  const stranded = isOn(actor, 'patient')
    ? and(eq(cases.status, 'with_doctor'), not(isAtWork(tx, cases.doctorId)))
    : undefined;
  return and(or(eq(cases.status, 'with_patient'), stranded), isNotNull(cases.sharedAt));
};

const unreadAnswer = and(
  isNotNull(cases.lastAnswerId),
  isNull(cases.lastAnswerReadAt),
  inArray(cases.status, ['with_patient', 'answered']),
);
/** A case with open ToDos of the patient, answered or with its doctor again. */
const withOpenTodos = ({ tx }: Work): SQL | undefined =>
  and(
    or(eq(cases.status, 'answered'), and(eq(cases.status, 'with_doctor'), isNotNull(cases.sharedAt))),
    exists(
      tx
        .select({ one: sql`1` })
        .from(todos)
        .where(and(eq(todos.caseId, cases.id), eq(todos.assignee, 'patient'), isNull(todos.completedAt))),
    ),
  );
/** Cases in which the patient has a next step, equivalent to `nextStepOf` of the contracts. */
const needsPatient = (work: Work): SQL | undefined =>
  or(
    eq(cases.status, 'draft'),
    withPatient(work),
    unreadAnswer,
    withOpenTodos(work),
    and(isNotNull(cases.sharedAt), withNewDocuments(work)),
  );

/** Snoozed by the doctor; not visible in the patient's lists. */
const isPutOff = ({ now }: Work): SQL => gt(cases.snoozedUntil, dayOf(now));
const isNotPutOff = (work: Work): SQL | undefined =>
  isOn(work.actor, 'doctor') ? or(isNull(cases.snoozedUntil), not(isPutOff(work))) : undefined;

const silentDays = 14;
/** A doctor's narrower lists within their queues. */
const onlySome = (work: Work, only: NonNullable<CasesQuery['only']>): SQL | undefined => {
  const { tx, now, actor } = work;
  if (!isOn(actor, 'doctor')) return sql`false`;
  const waiting = eq(cases.status, 'with_doctor');
  if (only === 'unopened') return or(isNotNull(cases.markedUnreadAt), and(waiting, isNull(cases.openedAt)));
  if (only === 'silent')
    return and(eq(cases.status, 'with_patient'), lte(cases.lastAnswerAt, later(now, -silentDays * dayMs)));
  return exists(
    tx
      .select({ one: sql`1` })
      .from(drafts)
      .where(and(eq(drafts.accountId, actor.accountId), sql`${drafts.key} in ${[...answerKeys(actor), summaryKey]}`)),
  );
};

const inView = (work: Work, view: CasesQuery['view']): SQL | undefined => {
  const { now, actor } = work;
  const isPatient = isOn(actor, 'patient');
  if (view === 'later') return isPatient ? sql`false` : isPutOff(work);
  if (view === 'needs_answer') return and(withDoctor(work), isNotPutOff(work));
  if (view === 'waiting_for_patient') return isPatient ? needsPatient(work) : and(withPatient(work), isNotPutOff(work));
  if (view === 'answered') {
    const done = inArray(cases.status, ['answered', 'closed']);
    return isPatient ? and(done, not(needsPatient(work) ?? sql`false`)) : done;
  }
  return view === 'due_soon' ? and(withDoctor(work), isNotPutOff(work), lte(cases.answerDueOn, soon(now))) : undefined;
};
/** Past the day on which an answer was due. */
/** SQL: the promised day has passed. */
export const isLate = (now: Date): SQL => lt(cases.answerDueOn, dayOf(now));
const dueIn = (due: CasesQuery['due'], now: Date): SQL | undefined => {
  const today = dayOf(now);
  if (due === 'overdue') return isLate(now);
  if (due === 'today') return eq(cases.answerDueOn, today);
  return due === 'week' ? sql`${cases.answerDueOn} between ${today} and ${sunday(today)}` : undefined;
};

const filterOf = (work: Work, query: CasesQuery): SQL | undefined => {
  const { kernel, actor, now } = work;
  return and(
    readableCases(actor),
    inArchive(archiveColumn(actor), query.archived),
    inView(work, query.view),
    dueIn(query.due, now),
    query.patient ? eq(cases.patientId, query.patient) : undefined,
    query.priority && isOn(actor, 'doctor') ? eq(cases.priority, query.priority) : undefined,
    query.only_new === 'true' ? withNewDocuments(work) : undefined,
    query.only ? onlySome(work, query.only) : undefined,
    foundBy(kernel.vault, cases.search, query.search ?? ''),
  );
};

const countOf = (rule: SQL | undefined) => sql<number>`count(*) filter (where ${rule})::int`;
const countAll = sql<number>`count(*)::int`;

/** The number of a patient's cases per view, in one scan of their few cases. */
const countForPatient = async (work: Work): Promise<Counts> => {
  const { tx, actor, now } = work;
  const active = inArchive(archiveColumn(actor), 'false');
  const waiting = and(active, inView(work, 'needs_answer'));
  const [row] = await tx
    .select({
      needs_answer: countOf(waiting),
      waiting_for_patient: countOf(and(active, inView(work, 'waiting_for_patient'))),
      due_soon: countOf(and(waiting, lte(cases.answerDueOn, soon(now)))),
      overdue: countOf(and(waiting, isLate(now))),
      answered: countOf(and(active, inView(work, 'answered'))),
      archived: countOf(inArchive(archiveColumn(actor), 'true')),
    })
    .from(cases)
    .where(readableCases(actor));
  if (!row) throw new Error('Nothing was counted.');
  return row;
};

interface DoctorCounts {
  counts: Counts;
  triage: TriageCounts;
  /** All cases outside the archive. */
  active: number;
}
/**
 * The number of a doctor's cases per view and narrower list. Reads the rows of the few open ones only: the index
 * `cases_doctor_views` counts the thousands that are done.
 */
const countForDoctor = async (work: Work): Promise<DoctorCounts> => {
  const { tx, actor, now } = work;
  const active = (...statuses: CaseRow['status'][]) =>
    and(readableCases(actor), inArchive(archiveColumn(actor), 'false'), inArray(cases.status, statuses));
  const waiting = (rule: SQL | undefined) => countOf(and(inView(work, 'needs_answer'), rule));
  const open = tx
    .select({
      all: countAll.as('open'),
      putOff: countOf(isPutOff(work)).as('open_put_off'),
      needsAnswer: waiting(sql`true`).as('needs_answer'),
      waitingForPatient: countOf(inView(work, 'waiting_for_patient')).as('waiting_for_patient'),
      dueSoon: waiting(lte(cases.answerDueOn, soon(now))).as('due_soon'),
      overdue: waiting(isLate(now)).as('overdue'),
      dueToday: waiting(dueIn('today', now)).as('due_today'),
      unopened: waiting(onlySome(work, 'unopened')).as('unopened'),
      drafts: waiting(onlySome(work, 'drafts')).as('drafts'),
      silent: countOf(and(isNotPutOff(work), onlySome(work, 'silent'))).as('silent'),
    })
    .from(cases)
    .where(active('with_doctor', 'with_patient'))
    .as('open_cases');
  const done = tx
    .select({ all: countAll.as('done'), putOff: countOf(isPutOff(work)).as('done_put_off') })
    .from(cases)
    .where(active('answered', 'closed'))
    .as('done_cases');
  const archived = tx
    .select({ all: countAll.as('archived') })
    .from(cases)
    .where(and(readableCases(actor), inArchive(archiveColumn(actor), 'true')))
    .as('archived_cases');
  const [row] = await tx.select().from(open).crossJoin(done).crossJoin(archived);
  if (!row) throw new Error('Nothing was counted.');
  const { open_cases: here, done_cases: over, archived_cases: away } = row;
  return {
    counts: {
      needs_answer: here.needsAnswer,
      waiting_for_patient: here.waitingForPatient,
      due_soon: here.dueSoon,
      overdue: here.overdue,
      answered: over.all,
      archived: away.all,
    },
    triage: {
      later: here.putOff + over.putOff,
      due_today: here.dueToday,
      unopened: here.unopened,
      drafts: here.drafts,
      silent: here.silent,
    },
    active: here.all + over.all,
  };
};

/** The number of cases per view, over all the reader has access to; for doctors also those of their narrower lists. */
export const countCases = async (work: Work): Promise<{ counts: Counts } & Partial<DoctorCounts>> =>
  isOn(work.actor, 'doctor') ? countForDoctor(work) : { counts: await countForPatient(work) };

/** The number of all cases of a list, if it is one that was counted anyway. */
const countedBy = (
  { archived, view = 'all', due, patient, priority }: CasesQuery,
  { counts, triage, active }: Awaited<ReturnType<typeof countCases>>,
): number | undefined => {
  if (due || patient || priority) return undefined;
  if (archived === 'true') return view === 'all' ? counts.archived : undefined;
  if (view === 'all') return active;
  return view === 'later' ? triage?.later : counts[view];
};

/** The installation's cases that wait for a doctor, and those of them that are late: numbers only, for the operator. */
export const countWaitingCases = async (db: Database, now: Date): Promise<{ open: number; overdue: number }> => {
  const [row] = await db
    .select({ open: count(), overdue: sql<number>`count(*) filter (where ${isLate(now)})::int` })
    .from(cases)
    .where(eq(cases.status, 'with_doctor'));
  return row ?? { open: 0, overdue: 0 };
};

/** A page of all matches of the filter. */
const pageOfAll = async (work: Work, order: Order, filter: SQL, { cursor, limit }: CasesQuery) => {
  const {
    tx,
    kernel: { vault },
  } = work;
  const size = pageSize(limit);
  const found = await tx
    .select({ ...getTableColumns(cases), place: placeOf(order) })
    .from(cases)
    .where(and(filter, afterCursor(vault, order, cursor)))
    .orderBy(...orderBy(order))
    .limit(size + 1);
  return slicePage(vault, order, found, size);
};
/** A page of a search, or of a filter that looks into other tables: read once, and only where an index or a join leads. */
const pageOfFound = async (work: Work, order: Order, filter: SQL, { cursor, limit }: CasesQuery) => {
  const {
    tx,
    kernel: { vault },
  } = work;
  const { ids, ...page } = await findPage({ tx, vault }, order, { cursor, size: pageSize(limit) }, (keys) =>
    tx.select(keys).from(cases).where(filter),
  );
  const rows = inOrder(ids, await tx.select().from(cases).where(idsIn(cases.id, ids)));
  return { ...page, rows };
};

/** The cases of an account, or a doctor's inbox. */
export const listCases = async (work: Work, query: CasesQuery) => {
  await holdUnopened(work.tx, work.actor);
  const { search, only, only_new } = query;
  const order = orderOf(work, query);
  const filter = filterOf(work, query) ?? sql`true`;
  const counted = await countCases(work);
  const { rows, ...page } =
    search || only || only_new === 'true'
      ? await pageOfFound(work, order, filter, query)
      : {
          ...(await pageOfAll(work, order, filter, query)),
          total: countedBy(query, counted) ?? (await work.tx.$count(cases, filter)),
        };
  return {
    ...page,
    items: await summarize(work, rows),
    counts: counted.counts,
    ...(counted.triage && { triage_counts: counted.triage }),
  };
};

/** More than any doctor works through at once. */
const longestQueue = 20_000;
/** All case ids of a list, in order. */
export const queueOf = async (work: Work, query: Omit<CasesQuery, 'cursor' | 'limit'>): Promise<QueuedCase[]> => {
  const rows = await work.tx
    .select({ id: cases.id, patientId: cases.patientId })
    .from(cases)
    .where(filterOf(work, query))
    .orderBy(...orderBy(orderOf(work, query)))
    .limit(longestQueue);
  return rows.map(({ id, patientId }) => ({ id, patient: { id: patientId } }));
};

const shown = 20;
/** The patient's order: doctor waits, unread answers, open ToDos, unsent documents, drafts last. */
const urgency = sql`case when ${eq(cases.status, 'with_patient')} then 0 when ${unreadAnswer} then 1 when ${eq(cases.status, 'answered')} then 2 when ${eq(cases.status, 'draft')} then 4 else 3 end`;
/** The earliest due date of the patient's open ToDos; cases without one come last. */
const earliestDeadline = sql`(select min(${todos.deadline}) from ${todos} where ${and(eq(todos.caseId, cases.id), eq(todos.assignee, 'patient'), isNull(todos.completedAt))}) nulls last`;

/**
 * For the dashboard: cases that need the reader, and others. The patient's start with questions from the doctor, by due
 * date.
 */
export const dashboardCases = async (work: Work): Promise<{ needs_me: CaseSummary[]; cases: CaseSummary[] }> => {
  const { tx, actor } = work;
  const isDoctor = isOn(actor, 'doctor');
  const mine = (isDoctor ? inView(work, 'needs_answer') : needsPatient(work)) ?? sql`false`;
  const unread = isDoctor ? undefined : withDocuments(work, unreadBy(actor));
  const standing = and(
    readableCases(actor),
    inArchive(archiveColumn(actor), 'false'),
    or(ne(cases.status, 'closed'), mine, unread),
  );
  const newest = [desc(cases.lastActivityAt), asc(cases.id)];
  await holdUnopened(tx, actor);
  const order = isDoctor ? orderBy(orders.priority) : [urgency, earliestDeadline, ...newest];
  const needsMe = await tx
    .select()
    .from(cases)
    .where(and(standing, mine))
    .orderBy(...order)
    .limit(shown);
  const others: CaseRow[] = await tx
    .select()
    .from(cases)
    .where(and(standing, not(mine)))
    .orderBy(...newest)
    .limit(shown);
  const rows = [...needsMe, ...others];
  const summaries = await summarize(work, rows);
  return { needs_me: summaries.slice(0, needsMe.length), cases: summaries.slice(needsMe.length) };
};
