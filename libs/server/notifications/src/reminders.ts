import { practiceZone } from '@konsil/contracts/practice-time';
import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { cases, sendings, todos } from '@konsil/server-domain/schema';
import { isAtWork } from '@konsil/server-domain/doctors/doctors.queries';
import type { Kernel } from '@konsil/server-domain/http/kernel';
import { addDays, dayOf } from '@konsil/server-domain/cases/working-days';
import { isDaytime, startOfDay } from '@konsil/server-domain/notices/mornings';
import { record } from '@konsil/server-domain/steps/record';

const atOnce = 500;

/**
 * Reminds of ToDos due tomorrow, or today if the server was down yesterday; once per due date. Not of ToDos created
 * today, nor in cases the reader archived. Safe in several processes at once.
 */
export const remindOfTodos = (kernel: Kernel): Promise<void> =>
  kernel.db.transaction(async (tx) => {
    const now = kernel.clock.now();
    if (!isDaytime(now)) return;
    const today = dayOf(now);
    const isShared = and(isNotNull(cases.firstSentAt), isNotNull(cases.sharedAt));
    const due = await tx
      .select({ todo: todos })
      .from(todos)
      .innerJoin(cases, eq(cases.id, todos.caseId))
      .where(
        and(
          isNull(todos.completedAt),
          isNull(todos.remindedAt),
          inArray(todos.deadline, [today, addDays(today, 1)]),
          lt(todos.createdAt, startOfDay(now)),
          or(
            and(eq(todos.assignee, 'patient'), isNull(cases.archivedByPatientAt)),
            and(eq(todos.assignee, 'doctor'), isNull(cases.archivedByDoctorAt), isShared),
          ),
        ),
      )
      .orderBy(asc(todos.id))
      .limit(atOnce)
      .for('update', { of: todos, skipLocked: true });
    if (due.length === 0) return;
    await tx
      .update(todos)
      .set({ remindedAt: now })
      .where(
        inArray(
          todos.id,
          due.map(({ todo }) => todo.id),
        ),
      );
    const people = [
      ...new Set(due.map(({ todo }) => (todo.assignee === 'patient' ? todo.accountId : todo.doctorId))),
    ].sort();
    for (const accountId of people)
      await record({ tx, now, kernel, actor: { accountId, role: 'system' } }, { step: 'todos_due', accountId });
  });

/** A promise that is older at an upgrade, or after a long downtime, is not brought up any more. */
const remindedFor = 14;

/**
 * Tells patient and doctor that the promised day of an answer has passed; once per promise. An archive of the doctor ends
 * no promise; one of the patient only their own e-mail. Nobody is told where the doctor has left, or where the answer is
 * about to be sent.
 */
export const remindOfAnswers = (kernel: Kernel): Promise<void> =>
  kernel.db.transaction(async (tx) => {
    const now = kernel.clock.now();
    if (!isDaytime(now)) return;
    const today = dayOf(now);
    const remindedOn = sql`(${cases.remindedAt} at time zone ${practiceZone()})::date`;
    const held = tx
      .select({ one: sql`1` })
      .from(sendings)
      .where(and(eq(sendings.caseId, cases.id), eq(sendings.kind, 'answer'), isNull(sendings.failed)));
    const late = await tx
      .select({ id: cases.id })
      .from(cases)
      .where(
        and(
          eq(cases.status, 'with_doctor'),
          isNotNull(cases.firstSentAt),
          isNotNull(cases.sharedAt),
          lt(cases.answerDueOn, today),
          gte(cases.answerDueOn, addDays(today, -remindedFor)),
          or(isNull(cases.remindedAt), sql`${remindedOn} <= ${cases.answerDueOn}`),
          isAtWork(tx, cases.doctorId),
          notExists(held),
        ),
      )
      .orderBy(asc(cases.id))
      .limit(atOnce)
      .for('no key update', { skipLocked: true });
    if (late.length === 0) return;
    const ids = late.map(({ id }) => id);
    const reminded = await tx.update(cases).set({ remindedAt: now }).where(inArray(cases.id, ids)).returning();
    const work = { tx, now, kernel };
    // Locks of notices are taken in one order of accounts.
    for (const theCase of reminded.toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1)))
      await record(
        { ...work, actor: { accountId: theCase.accountId, role: 'system' } },
        { step: 'promise_passed', theCase },
      );
    for (const theCase of reminded.toSorted((one, other) => (one.doctorId < other.doctorId ? -1 : 1)))
      await record(
        { ...work, actor: { accountId: theCase.doctorId, role: 'system' } },
        { step: 'answer_overdue', theCase },
      );
  });
