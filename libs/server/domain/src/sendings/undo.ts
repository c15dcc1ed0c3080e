import type { SendingKind } from '@konsil/contracts/sendings';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { caseEvents, cases, consents, doctorPatients, notices, outbox, todos, unopenedSendings } from '../schema.ts';
import { deputiesNow } from '../access/colleagues.ts';
import { actingNow } from '../access/readers.ts';
import type { CaseRow } from '../access/loaders.ts';
import { questionsOf } from '../cases/general-forms.ts';
import { otherSide } from '../cases/case-scope.ts';
import type { Work } from '../kernel/work.ts';
import { caseStateOf } from './opened.ts';
import { undoRecord, type Undo } from '../sealed/undo.ts';
import { openCase } from '../cases/case-texts.ts';

const momentsOfCase = [
  'firstSentAt',
  'lastRequestAt',
  'openedAt',
  'lastAnswerAt',
  'lastAnswerReadAt',
  'sharedAt',
  'archivedByPatientAt',
  'archivedByDoctorAt',
  'markedUnreadAt',
  'lastActivityAt',
] as const;
const codesOfCase = ['status', 'doctorId', 'answerDueOn', 'lastAnswerId', 'lastAnswerOption', 'snoozedUntil'] as const;
type Moments<K extends string> = Record<K, number | null>;
type CaseColumns = Moments<(typeof momentsOfCase)[number]> & Pick<CaseRow, (typeof codesOfCase)[number]>;
const momentsOfEntry = ['lastActivityAt', 'archivedAt'] as const;
type EntryColumns = Moments<(typeof momentsOfEntry)[number]>;

const ms = (moment: Date | null): number | null => moment && moment.getTime();
const moments = <K extends string>(row: Record<K, Date | null>, names: readonly K[]): Moments<K> =>
  Object.fromEntries(names.map((name) => [name, ms(row[name])])) as Moments<K>;
const columnsOf = (row: CaseRow): CaseColumns => ({
  ...moments(row, momentsOfCase),
  ...(Object.fromEntries(codesOfCase.map((name) => [name, row[name]])) as Pick<CaseRow, (typeof codesOfCase)[number]>),
});

type Columns = Record<string, string | number | null>;
/** The previous values of columns that still have the resulting value. */
const putBack = (before: Columns, after: Columns, now: Columns): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(before)
      .filter((name) => before[name] !== after[name] && now[name] === after[name])
      .map((name) => [
        name,
        name.endsWith('At') && before[name] !== null ? new Date(Number(before[name])) : before[name],
      ]),
  );
/** The columns of the case that a withdrawal restores. */
export const caseAsBefore = ({ before, after }: Undo['case'], row: CaseRow): Partial<CaseRow> => ({
  ...putBack({ ...before }, { ...after }, { ...columnsOf(row) }),
  // Goes with its request, also after an absence has moved it.
  ...(before.answerDueOn !== after.answerDueOn && { answerDueOn: before.answerDueOn as CaseRow['answerDueOn'] }),
});
export type Entry = typeof doctorPatients.$inferSelect;
/** The columns of the doctor's patient entry that a withdrawal restores. */
export const entryAsBefore = (before: EntryColumns, after: EntryColumns, row: Entry): Partial<Entry> =>
  putBack({ ...before }, { ...after }, { ...moments(row, momentsOfEntry) });

/** Everything around a case that a submission may change. The case is locked against other changes. */
const around = async (work: Work, { id: caseId, patientId }: CaseRow, recipients: readonly string[]) => {
  const { tx } = work;
  const [row] = await tx.select().from(cases).where(eq(cases.id, caseId));
  if (!row) throw new Error('The case is missing.');
  const [entry] = await tx
    .select()
    .from(doctorPatients)
    .where(and(eq(doctorPatients.doctorId, row.doctorId), eq(doctorPatients.patientId, patientId)));
  const ids = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id);
  return {
    row,
    entry: entry ? moments(entry, momentsOfEntry) : null,
    todos: await tx
      .select({ id: todos.id, version: todos.version, dropped: todos.dropped, completedAt: todos.completedAt })
      .from(todos)
      .where(eq(todos.caseId, caseId)),
    questions: await questionsOf(work, row),
    timeline: await ids(tx.select({ id: caseEvents.id }).from(caseEvents).where(eq(caseEvents.caseId, caseId))),
    consents: await ids(tx.select({ id: consents.id }).from(consents).where(eq(consents.caseId, caseId))),
    notices: await ids(tx.select({ id: notices.id }).from(notices).where(eq(notices.caseId, caseId))),
    // Only letters of this transaction, because others notify the recipients concurrently.
    letters: await ids(
      tx
        .select({ id: outbox.id })
        .from(outbox)
        .where(
          and(inArray(outbox.accountId, [...recipients]), isNull(outbox.sentAt), sql`${outbox.createdAt} = now()`),
        ),
    ),
  };
};
type Around = Awaited<ReturnType<typeof around>>;

/** The answered forms that left the case. */
const leftForms = async (
  { tx, kernel: { vault } }: Work,
  before: CaseRow,
  after: CaseRow,
): Promise<Pick<Undo, 'forms'>> => {
  if (before.firstSentAt || !after.firstSentAt) return {};
  const { specialty_forms: all = [] } = await openCase(tx, vault, before);
  if (all.length === 0) return {};
  const { specialty_forms: kept = [] } = await openCase(tx, vault, after);
  const forms = all.filter(({ doctor }) => !kept.some((one) => one.doctor.id === doctor.id));
  return forms.length > 0 ? { forms } : {};
};

const changed = (before: Around, after: Around): Omit<Undo, 'body' | 'draft' | 'forms'> => {
  const added = (name: 'timeline' | 'consents' | 'notices' | 'letters'): string[] => {
    const known = new Set(before[name]);
    return after[name].filter((id) => !known.has(id));
  };
  const todosBefore = new Map(before.todos.map((todo) => [todo.id, todo]));
  const questionsBefore = new Map(before.questions.map((question) => [question.id, question]));
  return {
    case: { before: columnsOf(before.row), after: columnsOf(after.row) },
    todos: {
      given: after.todos.filter(({ id }) => !todosBefore.has(id)).map(({ id }) => id),
      settled: after.todos.flatMap(({ id, version }) => {
        const was = todosBefore.get(id);
        return was && was.version !== version
          ? [{ id, version, dropped: was.dropped, completedAt: ms(was.completedAt) }]
          : [];
      }),
    },
    questions: after.questions.flatMap(({ id, answer, answeredAt }) => {
      const was = questionsBefore.get(id);
      return was && was.answer !== answer
        ? [{ id, answer: was.answer ?? null, answeredAt: ms(was.answeredAt), left: ms(answeredAt) }]
        : [];
    }),
    timeline: added('timeline'),
    consents: added('consents'),
    notices: added('notices'),
    letters: added('letters'),
    entry: { before: before.entry, after: after.entry },
  };
};

interface Sent {
  kind: SendingKind;
  id: string;
  payload: Record<string, unknown>;
  draft: Record<string, unknown> | null;
}

/** Executes a submission and records its effects: until the other side opens it, it can be withdrawn. */
export const withUndo = async <Shown>(
  work: Work,
  theCase: CaseRow,
  { kind, id, payload, draft }: Sent,
  act: () => Promise<Shown>,
): Promise<Shown> => {
  const { tx, actor, now, kernel } = work;
  const recipientId = otherSide(actor, theCase);
  const before = await around(work, theCase, [recipientId]);
  const shown = await act();
  const after = await around(work, theCase, [
    recipientId,
    ...(await deputiesNow(tx, theCase.id, now)),
    ...(await actingNow(tx, theCase.id, now)),
  ]);
  const undo: Undo = {
    body: payload.body,
    draft,
    ...changed(before, after),
    ...(await leftForms(work, before.row, after.row)),
  };
  const [from, to] = [caseStateOf(before.row), caseStateOf(after.row)];
  await tx.insert(unopenedSendings).values({
    id,
    kind,
    senderId: actor.accountId,
    recipientId,
    patientId: theCase.patientId,
    caseId: theCase.id,
    broughtTo: from === to ? null : to,
    sealed: await kernel.vault.seal(tx, theCase.patientId, undoRecord, undo),
    sentAt: now,
  });
  return shown;
};
