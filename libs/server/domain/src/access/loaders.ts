import { aliasedTable, and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import type { SendingKind } from '@konsil/contracts/sendings';
import { withAllRows } from '../database/roles.ts';
import {
  accounts,
  answers,
  assistants,
  casePeople,
  casePools,
  cases,
  doctorLetters,
  documents,
  messages,
  patientReaders,
  patients,
  requests,
  todos,
} from '../schema.ts';
import type {
  ArchiveResource,
  AssistantResource,
  CaseResource,
  DeputyResource,
  DocumentResource,
  MessageResource,
  PatientResource,
  PooledResource,
  ReaderResource,
  SecondLookResource,
  TodoResource,
} from './access.ts';

export type PatientRow = typeof patients.$inferSelect;
export type CaseRow = typeof cases.$inferSelect;
export type DocumentRow = typeof documents.$inferSelect;
export type TodoRow = typeof todos.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;
export type LetterRow = typeof doctorLetters.$inferSelect;
export type AnswerRow = typeof answers.$inferSelect;
/** A second look or a deputy, by its kind. */
export type SecondLookRow = typeof casePeople.$inferSelect;
export type DeputyRow = SecondLookRow;
export type PooledRow = typeof casePools.$inferSelect;
export type ReaderRow = typeof patientReaders.$inferSelect;
export type AssistantRow = typeof assistants.$inferSelect;

/** The facts about a case for `can()`. */
export const caseResource = (row: CaseRow): CaseResource => ({
  caseId: row.id,
  patientId: row.patientId,
  accountId: row.accountId,
  doctorId: row.doctorId,
  sharedWithDoctor: row.firstSentAt !== null && row.sharedAt !== null,
});
export const documentResource = (row: DocumentRow, theCase: CaseRow): DocumentResource => ({
  ...caseResource(theCase),
  uploadedBy: row.uploadedBy,
  sent: row.sentAt !== null,
  requestId: row.requestId,
});
export const todoResource = (row: Pick<TodoRow, 'createdBy'>, theCase: CaseRow): TodoResource => ({
  ...caseResource(theCase),
  createdBy: row.createdBy,
});
export const messageResource = (row: Pick<MessageRow, 'senderId'>, theCase: CaseRow): MessageResource => ({
  ...caseResource(theCase),
  senderId: row.senderId,
});
export const secondLookResource = (
  row: Pick<SecondLookRow, 'askedBy' | 'accountId' | 'endedAt'>,
  theCase: CaseRow,
): SecondLookResource => ({
  ...caseResource(theCase),
  askedBy: row.askedBy,
  readerId: row.accountId,
  over: row.endedAt !== null,
});

export const deputyResource = (row: Pick<DeputyRow, 'askedBy' | 'accountId'>, theCase: CaseRow): DeputyResource => ({
  ...caseResource(theCase),
  askedBy: row.askedBy,
  deputyId: row.accountId,
});

export const pooledResource = ({ id }: Pick<PooledRow, 'id'>, theCase: CaseRow): PooledResource => ({
  ...caseResource(theCase),
  entryId: id,
});

/** @param memberIds the doctors of the archive's clinic */
export const archiveResource = (theCase: CaseRow, memberIds: readonly string[]): ArchiveResource => ({
  ...caseResource(theCase),
  memberIds,
});

export const readerResource = ({ id, ownerId, accountId }: ReaderRow): ReaderResource => ({
  readerRowId: id,
  accountId: ownerId,
  readerId: accountId,
});

export const assistantResource = ({
  theAssistant,
  invitedId,
}: {
  theAssistant: AssistantRow;
  invitedId: string | null;
}): AssistantResource => ({
  doctorId: theAssistant.doctorId,
  assistantId: theAssistant.accountId,
  invitedId,
  over: theAssistant.endedAt !== null,
});

/** The doctors with access to a patient: a case was sent to them and the consent is valid. */
export const doctorsOf = async (tx: Tx, patientId: string): Promise<string[]> => {
  const { rows } = await tx.execute<{ doctor: string }>(sql`select konsil_doctors_of(${patientId}) as doctor`);
  return rows.map(({ doctor }) => doctor);
};

/** `locked` locks the row until the transaction ends, to serialize writers. */
export const loadPatient = async (
  tx: Tx,
  id: string,
  locked: boolean,
): Promise<{ row: PatientRow; resource: PatientResource } | null> => {
  const query = tx.select().from(patients).where(eq(patients.id, id));
  const [row] = await (locked ? query.for('no key update') : query);
  return row
    ? { row, resource: { patientId: row.id, accountId: row.accountId, doctorIds: await doctorsOf(tx, id) } }
    : null;
};

export const loadCase = async (tx: Tx, id: string, locked: boolean): Promise<CaseRow | null> => {
  const query = tx.select().from(cases).where(eq(cases.id, id));
  const [row] = await (locked ? query.for('no key update') : query);
  return row ?? null;
};

/** Locks an object's case before the object: a holder of the case lock may change everything in the case. */
const holdCaseOf = async (
  tx: Tx,
  thing: typeof documents | typeof todos | typeof messages | typeof answers | typeof casePeople | typeof casePools,
  id: string,
): Promise<void> => {
  const itsCase = tx.select({ id: thing.caseId }).from(thing).where(eq(thing.id, id));
  await tx.select({ id: cases.id }).from(cases).where(inArray(cases.id, itsCase)).for('no key update');
};

export const loadDocument = async (tx: Tx, id: string, locked: boolean) => {
  if (locked) await holdCaseOf(tx, documents, id);
  const query = tx
    .select({ theDocument: documents, theCase: cases })
    .from(documents)
    .innerJoin(cases, eq(cases.id, documents.caseId))
    .where(eq(documents.id, id));
  const [found] = await (locked ? query.for('no key update', { of: documents }) : query);
  return found ?? null;
};

export const loadTodo = async (tx: Tx, id: string, locked: boolean) => {
  if (locked) await holdCaseOf(tx, todos, id);
  const query = tx
    .select({ theTodo: todos, theCase: cases })
    .from(todos)
    .innerJoin(cases, eq(cases.id, todos.caseId))
    .where(eq(todos.id, id));
  const [found] = await (locked ? query.for('no key update', { of: todos }) : query);
  return found ?? null;
};

export const loadMessage = async (tx: Tx, id: string, locked: boolean) => {
  if (locked) await holdCaseOf(tx, messages, id);
  const query = tx
    .select({ theMessage: messages, theCase: cases })
    .from(messages)
    .innerJoin(cases, eq(cases.id, messages.caseId))
    .where(eq(messages.id, id));
  const [found] = await (locked ? query.for('no key update', { of: messages }) : query);
  return found ?? null;
};

export const loadAnswer = async (tx: Tx, id: string, locked: boolean) => {
  if (locked) await holdCaseOf(tx, answers, id);
  const query = tx
    .select({ theAnswer: answers, theCase: cases })
    .from(answers)
    .innerJoin(cases, eq(cases.id, answers.caseId))
    .where(eq(answers.id, id));
  const [found] = await (locked ? query.for('no key update', { of: answers }) : query);
  return found ?? null;
};

const loadPerson = async (tx: Tx, kind: SecondLookRow['kind'], id: string, locked: boolean) => {
  if (locked) await holdCaseOf(tx, casePeople, id);
  const query = tx
    .select({ row: casePeople, theCase: cases })
    .from(casePeople)
    .innerJoin(cases, eq(cases.id, casePeople.caseId))
    .where(and(eq(casePeople.id, id), eq(casePeople.kind, kind)));
  const [found] = await (locked ? query.for('no key update', { of: casePeople }) : query);
  return found ?? null;
};
export const loadSecondLook = async (tx: Tx, id: string, locked: boolean) => {
  const found = await loadPerson(tx, 'second_reader', id, locked);
  return found && { theLook: found.row, theCase: found.theCase };
};
export const loadDeputy = async (tx: Tx, id: string, locked: boolean) => {
  const found = await loadPerson(tx, 'deputy', id, locked);
  return found && { theDeputy: found.row, theCase: found.theCase };
};

/** Locked with the server's rights: requests only read it. */
export const loadPooled = async (tx: Tx, id: string, locked: boolean) => {
  const find = async () => {
    if (locked) await holdCaseOf(tx, casePools, id);
    const query = tx
      .select({ thePooled: casePools, theCase: cases })
      .from(casePools)
      .innerJoin(cases, eq(cases.id, casePools.caseId))
      .where(eq(casePools.id, id));
    const [found] = await (locked ? query.for('no key update', { of: casePools }) : query);
    return found ?? null;
  };
  return locked ? withAllRows(tx, find) : find();
};

/** The person first, as for their other changes: two invitations of one person are never decided at once. */
export const loadReader = async (tx: Tx, id: string, locked: boolean) => {
  if (locked) {
    const its = tx.select({ id: patientReaders.patientId }).from(patientReaders).where(eq(patientReaders.id, id));
    await tx.select({ id: patients.id }).from(patients).where(inArray(patients.id, its)).for('no key update');
  }
  const query = tx
    .select({ theReader: patientReaders, thePatient: patients })
    .from(patientReaders)
    .innerJoin(patients, eq(patients.id, patientReaders.patientId))
    .where(eq(patientReaders.id, id));
  const [found] = await (locked ? query.for('no key update', { of: patientReaders }) : query);
  return found ?? null;
};

const invited = aliasedTable(accounts, 'invited');
/** An assistant's row, and the assistant's account with the address of an open invitation. */
export const loadAssistant = async (tx: Tx, id: string, locked: boolean) => {
  const query = tx
    .select({ theAssistant: assistants, invitedId: invited.id })
    .from(assistants)
    .leftJoin(
      invited,
      and(
        eq(sql`lower(${invited.email})`, sql`lower(${assistants.email})`),
        eq(invited.role, 'assistant'),
        isNotNull(invited.emailConfirmedAt),
        isNull(assistants.acceptedAt),
        isNull(assistants.endedAt),
      ),
    )
    .where(eq(assistants.id, id));
  const [found] = await (locked ? query.for('no key update', { of: assistants }) : query);
  return found ?? null;
};

/** A letter of a doctor. Nobody writes it again, so it is never locked. */
export const loadLetter = async (tx: Tx, id: string): Promise<LetterRow | null> => {
  const [found] = await tx.select().from(doctorLetters).where(eq(doctorLetters.id, id));
  return found ?? null;
};

/** A user's submission in a case. */
export interface SentThing {
  id: string;
  kind: SendingKind;
  senderId: string;
}
/** The answer, message or request with this id, and its case. */
export const loadSent = async (
  tx: Tx,
  id: string,
  locked: boolean,
): Promise<{ theSent: SentThing; theCase: CaseRow } | null> => {
  const tables = [
    ['answer', answers, answers.doctorId],
    ['message', messages, messages.senderId],
    ['request', requests, requests.sentBy],
  ] as const;
  for (const [kind, table, senderId] of tables) {
    const [found] = await tx.select({ caseId: table.caseId, senderId }).from(table).where(eq(table.id, id));
    const theCase = found && (await loadCase(tx, found.caseId, locked));
    if (theCase) return { theSent: { id, kind, senderId: found.senderId }, theCase };
  }
  return null;
};
