import type { CaseSummary } from '@konsil/contracts/cases';
import type { AnswerOption } from '@konsil/contracts/codes';
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { cases, doctors, documents, messages, todos } from '../../db/schema';
import { iso, isoOrNull } from '../../kernel/clock.ts';
import { caseResource, type CaseRow } from '../../kernel/loaders.ts';
import type { Work } from '../../kernel/work.ts';
import { doctorName } from '../accounts/accounts.queries.ts';
import { nameOf, patientNames } from '../patients/patient-record.ts';
import { idsIn } from './case-scope.ts';
import { turnOf } from './case-state.ts';
import { openCase } from './case-texts.ts';

const byCase = <R extends { caseId: string }>(rows: readonly R[]): Map<string, R> => new Map(rows.map((row) => [row.caseId, row]));

/** Documents that are new for the reader. Patient: not sent yet. Doctor: sent since the last answer. */
export const newDocumentsRule = (role: Work['actor']['role']) =>
  and(
    isNull(documents.archivedAt), eq(documents.uploadedByRole, 'patient'),
    role === 'patient' ? isNull(documents.sentAt) : sql`${documents.sentAt} > coalesce(${cases.lastAnswerAt}, '-infinity')`,
  );

const newDocuments = ({ tx, actor }: Work, ids: readonly string[]) =>
  tx.select({ caseId: documents.caseId, count: sql<number>`count(*)::int` }).from(documents).innerJoin(cases, eq(cases.id, documents.caseId))
    .where(and(idsIn(documents.caseId, ids), newDocumentsRule(actor.role))).groupBy(documents.caseId);

const openTodos = ({ tx, actor }: Work, ids: readonly string[]) =>
  tx.select({ caseId: todos.caseId, count: sql<number>`count(*)::int`, next: sql<string>`min(${todos.deadline})::text` }).from(todos)
    .where(and(idsIn(todos.caseId, ids), isNull(todos.completedAt), eq(todos.assignee, actor.role))).groupBy(todos.caseId);

const unreadMessages = ({ tx, actor }: Work, ids: readonly string[]) =>
  tx.select({ caseId: messages.caseId, count: sql<number>`count(*)::int` }).from(messages)
    .where(and(idsIn(messages.caseId, ids), isNull(messages.readAt), ne(messages.senderRole, actor.role))).groupBy(messages.caseId);

const lastAnswerOf = (row: CaseRow): CaseSummary['last_answer'] =>
  row.lastAnswerId && row.lastAnswerAt
    ? { id: row.lastAnswerId, option: row.lastAnswerOption as AnswerOption, answered_at: iso(row.lastAnswerAt), read_at: isoOrNull(row.lastAnswerReadAt) }
    : null;

/** What lists show of cases, with counts for the reader; the number of queries does not depend on the number of cases. */
export const summarize = async (work: Work, rows: readonly CaseRow[]): Promise<CaseSummary[]> => {
  if (rows.length === 0) return [];
  const { tx, actor, kernel: { vault } } = work;
  const ids = rows.map((row) => row.id);
  const names = await patientNames(tx, vault, rows.map((row) => row.patientId));
  const directory = new Map((await tx.select().from(doctors).where(inArray(doctors.accountId, [...new Set(rows.map((row) => row.doctorId))]))).map((doctor) => [doctor.accountId, doctor]));
  const [fresh, wanted, unread] = [byCase(await newDocuments(work, ids)), byCase(await openTodos(work, ids)), byCase(await unreadMessages(work, ids))];

  return Promise.all(rows.map(async (row): Promise<CaseSummary> => {
    const { case_name } = await openCase(tx, vault, row);
    const doctor = directory.get(row.doctorId);
    if (!doctor) throw new Error('The doctor of a case is missing.');
    return {
      id: row.id, version: row.version, case_name, patient: nameOf(names, row.patientId),
      doctor: { id: doctor.accountId, name: doctorName(doctor), specialty: doctor.specialty, reply_days: doctor.replyDays },
      status: row.status,
      turn: turnOf(row.status, caseResource(row).sharedWithDoctor),
      priority: actor.role === 'doctor' ? row.priority : 'undefined',
      created_at: iso(row.createdAt), last_activity_at: iso(row.lastActivityAt), last_request_at: isoOrNull(row.lastRequestAt),
      answer_due_on: row.answerDueOn, last_answer: lastAnswerOf(row),
      new_documents: fresh.get(row.id)?.count ?? 0,
      open_todos: wanted.get(row.id)?.count ?? 0, next_deadline: wanted.get(row.id)?.next ?? null,
      unread_messages: unread.get(row.id)?.count ?? 0,
      archived_at: isoOrNull(actor.role === 'patient' ? row.archivedByPatientAt : row.archivedByDoctorAt),
    };
  }));
};

/** One case as lists show it, read anew from the database. */
export const summaryOf = async (work: Work, caseId: string): Promise<CaseSummary> => {
  const [summary] = await summarize(work, await work.tx.select().from(cases).where(eq(cases.id, caseId)));
  if (!summary) throw new Error('The case is missing.');
  return summary;
};
