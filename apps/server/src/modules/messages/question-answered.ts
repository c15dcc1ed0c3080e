import { and, eq, inArray, sql } from 'drizzle-orm';
import { cases } from '../../db/schema';
import type { CaseRow } from '../../kernel/loaders.ts';
import type { Work } from '../../kernel/work.ts';
import { publishInCase } from '../cases/case-scope.ts';
import { answerDueOn } from '../cases/working-days.ts';
import { findDoctor } from '../doctors/doctors.queries.ts';
import { completeAsked } from '../todos/todos.queries.ts';

const waitsForReply = and(eq(cases.status, 'with_patient'), inArray(cases.lastAnswerOption, ['question_to_patient', 'schedule_appointment']));

/**
 * The patient's message after a doctor's question, or to proposed times, is the reply to it: the case goes back to the
 * doctor, who has the usual time for the answer (product.md section 1) and may propose other times. A request would need
 * a new document, which neither asks for.
 */
export const giveBackAfterReply = async (work: Work, theCase: CaseRow): Promise<void> => {
  const { tx, actor, now } = work;
  if (actor.role !== 'patient') return;
  const doctor = await findDoctor(tx, theCase.doctorId);
  if (!doctor) return;
  const [row] = await tx.update(cases).set({ status: 'with_doctor', lastRequestAt: now, answerDueOn: answerDueOn(now, doctor.replyDays), version: sql`${cases.version} + 1` })
    .where(and(eq(cases.id, theCase.id), waitsForReply)).returning();
  if (!row) return;
  for (const asked of ['answer_question', 'book_appointment'] as const) await completeAsked(work, row, asked);
  await publishInCase(work, row, 'case');
};
