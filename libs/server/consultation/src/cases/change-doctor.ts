import { and, eq, isNull } from 'drizzle-orm';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { consents, messages, todos, unopenedSendings } from '@konsil/server-domain/schema';

/**
 * Moves the content of a case to another doctor, and ends the consent to the previous one.
 * @param before the case while it is still with the previous doctor
 */
export const leavePrevious = async (work: Work, before: CaseRow, doctorId: string): Promise<void> => {
  const { tx, now } = work;
  await tx.update(todos).set({ doctorId }).where(eq(todos.caseId, before.id));
  await tx.update(messages).set({ doctorId }).where(eq(messages.caseId, before.id));
  // The next doctor now reads what the previous one did not open.
  await tx
    .delete(unopenedSendings)
    .where(and(eq(unopenedSendings.caseId, before.id), eq(unopenedSendings.recipientId, before.doctorId)));
  await tx
    .update(consents)
    .set({ withdrawnAt: now })
    .where(and(eq(consents.caseId, before.id), eq(consents.doctorId, before.doctorId), isNull(consents.withdrawnAt)));
};
