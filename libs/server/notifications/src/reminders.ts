import { practiceZone } from '@konsil/contracts/practice-time';
import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { cases, sendings, todos } from '@konsil/server-domain/schema';
import { isAtWork } from '@konsil/server-domain/accounts/active-doctors';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';
import { isDaytime, startOfDay } from '@konsil/server-domain/notices/mornings';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { forEach } from '@konsil/server-platform/each';
import { record } from '@konsil/server-domain/steps/record';

const atOnce = 500;

/**
 * Reminds of ToDos due tomorrow, or today if the server was down yesterday; once per due date. Not of ToDos created
 * today, nor in cases the reader archived. Each person in a transaction of their own, so that nobody's ToDos are locked
 * for long. Safe in several processes at once.
 */
export const remindOfTodos = async (kernel: Kernel): Promise<void> => {
  const now = kernel.clock.now();
  if (!isDaytime(now)) return;
  const today = dayOf(now);
  const isShared = and(isNotNull(cases.firstSentAt), isNotNull(cases.sharedAt));
  const due = and(
    isNull(todos.completedAt),
    isNull(todos.remindedAt),
    inArray(todos.deadline, [today, addDays(today, 1)]),
    lt(todos.createdAt, startOfDay(now)),
    or(
      and(eq(todos.assignee, 'patient'), isNull(cases.archivedByPatientAt)),
      and(eq(todos.assignee, 'doctor'), isNull(cases.archivedByDoctorAt), isShared),
    ),
  );
  const reader = sql<string>`case ${todos.assignee} when 'patient' then ${todos.accountId} else ${todos.doctorId} end`;
  const people = await kernel.db
    .selectDistinct({ accountId: reader })
    .from(todos)
    .innerJoin(cases, eq(cases.id, todos.caseId))
    .where(due)
    .limit(atOnce);
  await forEach(people, ({ accountId }) =>
    kernel.db.transaction(async (tx) => {
      const theirs = await tx
        .select({ id: todos.id })
        .from(todos)
        .innerJoin(cases, eq(cases.id, todos.caseId))
        .where(and(due, eq(reader, accountId)))
        .for('update', { of: todos, skipLocked: true });
      if (theirs.length === 0) return;
      const todoIds = theirs.map(({ id }) => id);
      await tx.update(todos).set({ remindedAt: now }).where(inArray(todos.id, todoIds));
      await record(
        { tx, now, kernel, actor: { accountId, role: 'system' } },
        { step: 'todos_due', accountId, todoIds },
      );
    }),
  );
};

/** Days after which a passed promise causes no reminder, such as after an upgrade or a long downtime. */
const remindedFor = 14;

/**
 * Tells patient and doctor that the promised day of an answer has passed; once per promise. If the doctor archived the
 * case, both are still reminded; if the patient did, only the patient's e-mail is omitted. No reminder if the doctor
 * has left, or the answer is about to be sent. Each case in a transaction of its own, so that cases do not wait for
 * each other's locks.
 */
export const remindOfAnswers = async (kernel: Kernel): Promise<void> => {
  const now = kernel.clock.now();
  if (!isDaytime(now)) return;
  const today = dayOf(now);
  const remindedOn = sql`(${cases.remindedAt} at time zone ${practiceZone()})::date`;
  const isLate = (db: Database | Tx) => {
    const held = db
      .select({ one: sql`1` })
      .from(sendings)
      .where(and(eq(sendings.caseId, cases.id), eq(sendings.kind, 'answer'), isNull(sendings.failed)));
    return and(
      eq(cases.status, 'with_doctor'),
      isNotNull(cases.firstSentAt),
      isNotNull(cases.sharedAt),
      lt(cases.answerDueOn, today),
      gte(cases.answerDueOn, addDays(today, -remindedFor)),
      or(isNull(cases.remindedAt), sql`${remindedOn} <= ${cases.answerDueOn}`),
      isAtWork(db, cases.doctorId),
      notExists(held),
    );
  };
  const late = await kernel.db
    .select({ id: cases.id })
    .from(cases)
    .where(isLate(kernel.db))
    .orderBy(asc(cases.id))
    .limit(atOnce);
  await forEach(late, ({ id }) =>
    kernel.db.transaction(async (tx) => {
      const [still] = await tx
        .select({ id: cases.id })
        .from(cases)
        .where(and(eq(cases.id, id), isLate(tx)))
        // Waits for what works on the case, such as the search index: the next round may be tomorrow.
        .for('no key update');
      if (!still) return;
      const [theCase] = await tx.update(cases).set({ remindedAt: now }).where(eq(cases.id, id)).returning();
      if (!theCase) return;
      const tell = (accountId: string, step: 'promise_passed' | 'answer_overdue') =>
        record({ tx, now, kernel, actor: { accountId, role: 'system' } }, { step, theCase });
      await tell(theCase.accountId, 'promise_passed');
      await tell(theCase.doctorId, 'answer_overdue');
    }),
  );
};
