import type { AnswerOption } from '@konsil/contracts/codes';
import type { Answer, Request } from '@konsil/contracts/requests';
import { and, asc, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import { answers, documents, requests, todos } from '../../db/schema';
import { iso, isoOrNull } from '../../kernel/clock.ts';
import type { AnswerRow, CaseRow } from '../../kernel/loaders.ts';
import type { Work } from '../../kernel/work.ts';
import { namesOf } from '../accounts/names.ts';
import { doctorsById } from '../doctors/doctors.queries.ts';

export type RequestRow = typeof requests.$inferSelect;

export interface RequestTexts {
  note: string;
}
export interface AnswerTexts {
  answer: string;
  reason: string | null;
  next_step: string | null;
  question_answers: Answer['question_answers'];
  recommended_specialty: string | null;
  appointment_place: string;
}

/** Requests of one case as both sides see them. */
export const showRequests = async ({ tx, kernel: { vault } }: Work, theCase: CaseRow, rows: readonly RequestRow[]): Promise<Request[]> => {
  const names = await namesOf(tx, vault, rows.map((row) => row.sentBy));
  const sent = await tx.select({ id: documents.id, requestId: documents.requestId }).from(documents)
    .where(and(eq(documents.caseId, theCase.id), isNotNull(documents.requestId))).orderBy(asc(documents.uploadedAt));
  return Promise.all(rows.map(async (row) => ({
    id: row.id, sent_at: iso(row.sentAt), sent_by: names.get(row.sentBy) ?? '', answer_due_on: row.answerDueOn,
    note: (await vault.open<RequestTexts>(tx, theCase.patientId, row.sealed)).note,
    document_ids: sent.filter((document) => document.requestId === row.id).map((document) => document.id),
  })));
};

/** Answers as both sides see them; `patientIds` names whose key opens each. */
export const showAnswers = async ({ tx, kernel: { vault } }: Work, rows: readonly { row: AnswerRow; patientId: string }[]): Promise<Answer[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ row }) => row.id);
  const doctors = await doctorsById(tx, rows.flatMap(({ row }) => [row.doctorId, ...(row.recommendedDoctorId ? [row.recommendedDoctorId] : [])]));
  const given = new Map((await tx.select({ id: todos.id, answerId: todos.answerId }).from(todos).where(inArray(todos.answerId, ids))).map((todo) => [todo.answerId, todo.id]));
  await vault.warm(tx, rows.map(({ patientId }) => patientId));
  return Promise.all(rows.map(async ({ row, patientId }): Promise<Answer> => {
    const texts = await vault.open<AnswerTexts>(tx, patientId, row.sealed);
    return {
      id: row.id, request_id: row.requestId, option: row.option as AnswerOption, answered_at: iso(row.answeredAt), answered_by: doctors.get(row.doctorId)?.name ?? '',
      answer: texts.answer, reason: texts.reason, next_step: texts.next_step, question_answers: texts.question_answers,
      todo_id: given.get(row.id) ?? null,
      recommended_doctor: (row.recommendedDoctorId && doctors.get(row.recommendedDoctorId)) || null,
      recommended_specialty: texts.recommended_specialty,
      appointment: row.appointmentProposed && { proposed: row.appointmentProposed.map(iso), accepted: isoOrNull(row.appointmentAccepted), place: texts.appointment_place },
      read_at: isoOrNull(row.readAt),
    };
  }));
};

/** One answer, read anew from the database. */
export const answerOf = async (work: Work, theCase: CaseRow, answerId: string): Promise<Answer> => {
  const [row] = await work.tx.select().from(answers).where(eq(answers.id, answerId));
  const [shown] = row ? await showAnswers(work, [{ row, patientId: theCase.patientId }]) : [];
  if (!shown) throw new Error('The answer is missing.');
  return shown;
};

export const requestRows = ({ tx }: Work, theCase: CaseRow): Promise<RequestRow[]> =>
  tx.select().from(requests).where(eq(requests.caseId, theCase.id)).orderBy(asc(requests.sentAt), asc(requests.id));

/** The newest request of a case: the one that an answer replies to. */
export const newestRequest = async ({ tx }: Work, theCase: CaseRow): Promise<RequestRow | undefined> =>
  (await tx.select().from(requests).where(eq(requests.caseId, theCase.id)).orderBy(desc(requests.sentAt), desc(requests.id)).limit(1))[0];

export const answerRows = ({ tx }: Work, theCase: CaseRow): Promise<AnswerRow[]> =>
  tx.select().from(answers).where(eq(answers.caseId, theCase.id)).orderBy(asc(answers.answeredAt), asc(answers.id));
