import { and, eq, isNull } from 'drizzle-orm';
import { cases } from '../../db/schema';
import { publish } from '../../kernel/events.ts';
import type { CaseRow } from '../../kernel/loaders.ts';
import type { Work } from '../../kernel/work.ts';

/** The doctor opens a case that waits for them: the first time counts, and the patient's open page is told. */
export const markOpened = async ({ tx, actor, now }: Work, theCase: CaseRow): Promise<void> => {
  if (actor.role !== 'doctor' || theCase.status !== 'with_doctor' || theCase.openedAt) return;
  const opened = await tx.update(cases).set({ openedAt: now }).where(and(eq(cases.id, theCase.id), eq(cases.status, 'with_doctor'), isNull(cases.openedAt))).returning({ id: cases.id });
  if (opened.length > 0) await publish(tx, [theCase.accountId], { type: 'case', case_id: theCase.id, patient_id: theCase.patientId }, actor.accountId);
};
