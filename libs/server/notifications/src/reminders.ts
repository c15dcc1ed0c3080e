import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { cases, todos } from '@konsil/server-domain/schema';
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
