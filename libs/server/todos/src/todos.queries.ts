import type { Role, TodoTitle } from '@konsil/contracts/codes';
import type { NewTodo, Todo, todosQuerySchema, UpdateTodo } from '@konsil/contracts/todos';
import { and, asc, count, eq, getTableColumns, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { holdUnopened, markListedOpened } from '@konsil/server-domain/sendings/opened';
import type * as z from 'zod/mini';
import { answers, cases, todos } from '@konsil/server-domain/schema';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import { findPage, inOrder, pageSize, type Order, type SortKey } from '@konsil/server-platform/http/cursors';
import { can } from '@konsil/server-domain/access/access';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { todoTitleWords } from '@konsil/server-domain/names/labels';
import { todoResource, type CaseRow, type TodoRow } from '@konsil/server-domain/access/loaders';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import type { Work } from '@konsil/server-domain/kernel/work';
import { namesOf, writtenBy } from '@konsil/server-domain/names/names';
import { archiveColumn, idsIn, inArchive, priorityRank, readableCases } from '@konsil/server-domain/cases/case-scope';
import { caseNames, searchInCase } from '@konsil/server-domain/cases/case-texts';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { codesWithLabel } from '@konsil/server-domain/search/coded-words';
import { foundBy } from '@konsil/server-domain/search/search-words';
import { record } from '@konsil/server-domain/steps/record';
import { representedAccountId, isOn, sideOf } from '@konsil/server-domain/access/sides';
import { nameOf, patientNames } from '@konsil/server-domain/patients/patient-record';
import { todoTexts, type TodoTexts } from '@konsil/server-domain/sealed/todo';

export type TodosQuery = z.output<typeof todosQuerySchema>;

/** Serializes ToDos for their reader, in a constant number of queries. */
export const showTodos = async ({ tx, actor, kernel: { vault } }: Work, rows: readonly TodoRow[]): Promise<Todo[]> => {
  if (rows.length === 0) return [];
  const names = await patientNames(
    tx,
    vault,
    rows.map((row) => row.patientId),
  );
  const caseRows = await tx
    .select()
    .from(cases)
    .where(inArray(cases.id, [...new Set(rows.map((row) => row.caseId))]));
  const titles = await caseNames(tx, vault, caseRows);
  const people = await namesOf(
    tx,
    vault,
    rows.map((row) => row.createdBy),
  );
  return Promise.all(
    rows.map(
      async (row): Promise<Todo> => ({
        id: row.id,
        version: row.version,
        case_id: row.caseId,
        case_name: titles.get(row.caseId) ?? '',
        patient: nameOf(names, row.patientId),
        ...(await vault.open(tx, row.patientId, todoTexts, row.sealed)),
        title_code: row.titleCode as TodoTitle,
        deadline: row.deadline,
        priority: row.priority,
        assignee: row.assignee,
        created_by: {
          role: row.createdByRole,
          ...writtenBy(people, row.createdBy, { side: row.createdByRole, ownerId: row.accountId }),
          mine: row.createdBy === actor.accountId,
        },
        answer_id: row.answerId,
        created_at: iso(row.createdAt),
        completed_at: isoOrNull(row.completedAt),
        dropped: row.dropped,
      }),
    ),
  );
};

/** One ToDo, reloaded from the database. */
export const todoOf = async (work: Work, id: string): Promise<Todo> => {
  const [todo] = await showTodos(work, await work.tx.select().from(todos).where(eq(todos.id, id)));
  if (!todo) throw new Error('The ToDo is missing.');
  return todo;
};

/** Adds a ToDo to a case; one created by an answer has its id and a title code. */
export const insertTodo = async (
  work: Work,
  theCase: CaseRow,
  form: NewTodo,
  { titleCode = 'other', answerId }: { titleCode?: TodoTitle; answerId?: string } = {},
): Promise<TodoRow> => {
  const {
    tx,
    actor,
    now,
    kernel: { vault },
  } = work;
  const { title, content, deadline, priority, assignee } = form;
  const [row] = await tx
    .insert(todos)
    .values({
      caseId: theCase.id,
      patientId: theCase.patientId,
      accountId: theCase.accountId,
      doctorId: theCase.doctorId,
      assignee,
      createdBy: actor.accountId,
      createdByRole: sideOf(actor),
      titleCode,
      sealed: await vault.seal(tx, theCase.patientId, todoTexts, { title, content } satisfies TodoTexts),
      search: await searchInCase(tx, vault, theCase, title, content),
      deadline,
      priority,
      answerId: answerId ?? null,
      createdAt: now,
    })
    .returning();
  if (!row) throw new Error('The ToDo was not stored.');
  return row;
};

/** A separate ToDo: from the patient for themselves, or from the doctor for either side. */
export const addTodo = async (work: Work, theCase: CaseRow, form: NewTodo): Promise<TodoRow> => {
  const { actor, now } = work;
  if (isOn(actor, 'patient') && form.assignee !== 'patient') throw invalid({ path: 'assignee', code: 'selectOption' });
  if (form.deadline < dayOf(now)) throw invalid({ path: 'deadline', code: 'deadlinePast' });
  const row = await insertTodo(work, theCase, form);
  await record(work, { step: 'todo_added', theCase, todoId: row.id, assignee: row.assignee });
  return row;
};

/** Marks a ToDo done; the first time counts. */
const completeTodo = async (work: Work, theCase: CaseRow, theTodo: TodoRow): Promise<void> => {
  await change(work, theTodo, { completedAt: work.now });
  await record(work, { step: 'todo_done', theCase, todoId: theTodo.id });
};
const reopenTodo = async (work: Work, theCase: CaseRow, theTodo: TodoRow, assignee: Role): Promise<void> => {
  // Only an answer's ToDo is dropped by the course of the case; others were taken back, which their author decides.
  const isTakenBack = theTodo.dropped && theTodo.answerId === null;
  if (isTakenBack && !can(work.actor, 'todo', 'takeBack', todoResource(theTodo, theCase)))
    throw new Problem('not_allowed_now');
  await change(work, theTodo, { completedAt: null, dropped: false });
  await record(work, {
    step: 'todo_reopened',
    theCase,
    todoId: theTodo.id,
    assignee,
    wasDropped: theTodo.dropped,
  });
};
/**
 * Its author takes back a ToDo that nobody has done. One that came with an answer is withdrawn with it.
 * @throws {Problem} `not_allowed_now` for other authors, and once it is done
 */
const takeBack = async (work: Work, theCase: CaseRow, theTodo: TodoRow): Promise<void> => {
  if (theTodo.completedAt || theTodo.answerId || !can(work.actor, 'todo', 'takeBack', todoResource(theTodo, theCase)))
    throw new Problem('not_allowed_now');
  await change(work, theTodo, { completedAt: work.now, dropped: true });
  await record(work, { step: 'todo_taken_back', theCase, todoId: theTodo.id });
};
const change = async ({ tx }: Work, theTodo: TodoRow, changes: Partial<typeof todos.$inferInsert>): Promise<void> => {
  await tx
    .update(todos)
    .set({ ...changes, version: sql`${todos.version} + 1` })
    .where(eq(todos.id, theTodo.id));
};

/** Edits text, due date, priority or assignee; users who may not edit a ToDo may still tick it. */
const editTodo = async (
  work: Work,
  theTodo: TodoRow,
  theCase: CaseRow,
  form: Partial<NewTodo>,
  isDone: boolean,
): Promise<void> => {
  const {
    tx,
    actor,
    now,
    kernel: { vault },
  } = work;
  if (!can(actor, 'todo', 'write', todoResource(theTodo, theCase))) throw new Problem('not_allowed_now');
  if (isOn(actor, 'patient') && form.assignee === 'doctor') throw invalid({ path: 'assignee', code: 'selectOption' });
  const postponed = form.deadline !== undefined && form.deadline !== theTodo.deadline;
  if (postponed && form.deadline && form.deadline < dayOf(now))
    throw invalid({ path: 'deadline', code: 'deadlinePast' });
  const assignee = form.assignee ?? theTodo.assignee;
  const reassigned = assignee !== theTodo.assignee;
  const before = await vault.open(tx, theTodo.patientId, todoTexts, theTodo.sealed);
  const texts: TodoTexts = { title: form.title ?? before.title, content: form.content ?? before.content };
  await change(work, theTodo, {
    sealed: await vault.seal(tx, theTodo.patientId, todoTexts, texts),
    search: await searchInCase(tx, vault, theCase, texts.title, texts.content),
    deadline: form.deadline ?? theTodo.deadline,
    priority: form.priority ?? theTodo.priority,
    assignee,
    // A custom title is no longer a built-in kind, and a new due date or assignee gets a new reminder.
    ...(texts.title === before.title ? {} : { titleCode: 'other' }),
    ...(postponed || reassigned ? { remindedAt: null } : {}),
  });
  await record(work, { step: 'todo_edited', theCase, todoId: theTodo.id, assignee, reassigned, isDone });
};

/**
 * Edits, completes, reopens or takes back a ToDo.
 * @throws {Problem} `version_conflict` with the newer ToDo, `not_allowed_now` if the caller may not edit it.
 */
export const updateTodo = async (
  work: Work,
  theTodo: TodoRow,
  theCase: CaseRow,
  { version, done, dropped, ...form }: UpdateTodo,
): Promise<void> => {
  const ticks = done !== undefined && done !== (theTodo.completedAt !== null);
  const edits = Object.values(form).some((value) => value !== undefined);
  if (dropped && (done !== undefined || edits)) throw invalid({ path: 'dropped', code: 'invalid' });
  if (dropped && theTodo.dropped) return;
  if (!ticks && !edits && !dropped) return;
  if (version !== undefined && version < theTodo.version)
    throw new Problem('version_conflict', { current: await todoOf(work, theTodo.id) });
  if (dropped) return takeBack(work, theCase, theTodo);
  if (edits) await editTodo(work, theTodo, theCase, form, done ?? theTodo.completedAt !== null);
  if (!ticks) return;
  if (done) await completeTodo(work, theCase, theTodo);
  else await reopenTodo(work, theCase, theTodo, form.assignee ?? theTodo.assignee);
};

const id: SortKey = { by: sql`${todos.id}`, type: 'uuid' };
const done: SortKey = { by: sql`(${todos.completedAt} is not null)::int`, type: 'int' };
const deadline: SortKey = { by: sql`${todos.deadline}`, type: 'date' };
const orders: Record<NonNullable<TodosQuery['sort']>, Order> = {
  deadline: { name: 'todos.deadline', direction: 'asc', keys: [done, deadline, id] },
  priority: {
    name: 'todos.priority',
    direction: 'asc',
    keys: [done, { by: priorityRank(todos.priority), type: 'int' }, deadline, id],
  },
  created: {
    name: 'todos.created',
    direction: 'desc',
    keys: [{ by: sql`${todos.createdAt}`, type: 'timestamptz' }, id],
  },
};

/** Condition: a ToDo contains the word, or has a built-in title with it, in any language. */
const isCalled = ({ vault }: Kernel, typed: string): SQL | undefined =>
  foundBy(vault, todos.search, typed, (meanings) => inArray(todos.titleCode, codesWithLabel(todoTitleWords, meanings)));

const filterOf = ({ kernel, now }: Work, query: TodosQuery): SQL | undefined => {
  return and(
    query.state === 'done' ? isNotNull(todos.completedAt) : query.state ? isNull(todos.completedAt) : undefined,
    query.state === 'overdue' ? lt(todos.deadline, dayOf(now)) : undefined,
    query.assignee ? eq(todos.assignee, query.assignee) : undefined,
    isCalled(kernel, query.search ?? ''),
  );
};

/** The ToDos of one case, or of all the reader's unarchived cases. Open ones first. */
export const listTodos = async (work: Work, query: TodosQuery, theCase?: CaseRow) => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  const owner = isOn(actor, 'patient')
    ? eq(todos.accountId, representedAccountId(actor))
    : eq(todos.doctorId, representedAccountId(actor));
  const scope = theCase
    ? eq(todos.caseId, theCase.id)
    : and(owner, readableCases(actor), inArchive(archiveColumn(actor), query.archived));
  const filter = and(scope, filterOf(work, query));
  await holdUnopened(tx, actor);
  const { ids, next_cursor, total } = await findPage(
    { tx, vault },
    orders[query.sort ?? 'deadline'],
    { cursor: query.cursor, size: pageSize(query.limit) },
    (keys) => tx.select(keys).from(todos).innerJoin(cases, eq(cases.id, todos.caseId)).where(filter),
  );
  const rows = inOrder(ids, await tx.select().from(todos).where(idsIn(todos.id, ids)));
  // The words of an answer stand in the ToDo that it gave.
  await markListedOpened(
    tx,
    actor,
    rows.flatMap(({ answerId }) => answerId ?? []),
  );
  return { items: await showTodos(work, rows), next_cursor, total };
};

/** The reader's open ToDos in cases that are not archived. */
const openTodos = (actor: Work['actor']): SQL | undefined => {
  const owner = isOn(actor, 'patient')
    ? eq(todos.accountId, representedAccountId(actor))
    : eq(todos.doctorId, representedAccountId(actor));
  return and(
    owner,
    isNull(todos.completedAt),
    eq(todos.assignee, sideOf(actor)),
    readableCases(actor),
    inArchive(archiveColumn(actor), 'false'),
  );
};

/** The number of the reader's open ToDos over all cases. */
export const countOpenTodos = async ({ tx, actor }: Work): Promise<number> => {
  const [row] = await tx
    .select({ count: count() })
    .from(todos)
    .innerJoin(cases, eq(cases.id, todos.caseId))
    .where(openTodos(actor));
  return row?.count ?? 0;
};

const nextShown = 5;
/**
 * The patient's next open ToDos by due date. ToDos of an unread answer are omitted, because they would reveal its
 * content.
 */
export const nextTodos = async (work: Work): Promise<Todo[]> => {
  const { tx, actor } = work;
  if (!isOn(actor, 'patient')) return [];
  const rows = await tx
    .select(getTableColumns(todos))
    .from(todos)
    .innerJoin(cases, eq(cases.id, todos.caseId))
    .leftJoin(answers, eq(answers.id, todos.answerId))
    .where(and(openTodos(actor), or(isNull(todos.answerId), isNotNull(answers.readAt))))
    .orderBy(asc(todos.deadline), asc(todos.id))
    .limit(nextShown);
  return showTodos(work, rows);
};
