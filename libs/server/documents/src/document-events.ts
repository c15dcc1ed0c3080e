import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { caseEvents, cases } from '@konsil/server-domain/schema';
import type { Actor } from '@konsil/server-domain/access/access';
import { hourMs, later } from '@konsil/server-platform/clock';
import { publish } from '@konsil/server-domain/events/events';
import type { CaseRow, DocumentRow } from '@konsil/server-domain/access/loaders';

/** Tells the open pages of everybody with access that a document changed, was added by a doctor, or got its preview. */
export const publishDocument = (
  tx: Tx,
  theCase: CaseRow,
  document: Pick<DocumentRow, 'id' | 'sentAt'>,
  causedBy: string | null,
  type: 'document' | 'document_added' | 'document_prepared' = 'document',
): Promise<void> => {
  const doctorSees = document.sentAt !== null && theCase.sharedAt !== null;
  const readers = doctorSees ? [theCase.accountId, theCase.doctorId] : [theCase.accountId];
  return publish(
    tx,
    readers,
    { type, case_id: theCase.id, patient_id: theCase.patientId, ref_id: document.id },
    causedBy,
  );
};

// Files added one after another within this time are one timeline entry.
const oneSittingMs = hourMs;

/**
 * Records added documents in the timeline, and updates the case's activity; a doctor's additions reach the patient at
 * once, also in an archived case.
 */
export const recordAdded = async (tx: Tx, theCase: CaseRow, actor: Actor, count: number, now: Date): Promise<void> => {
  const [last] = await tx
    .select()
    .from(caseEvents)
    .where(and(eq(caseEvents.caseId, theCase.id), gt(caseEvents.at, later(now, -oneSittingMs))))
    .orderBy(desc(caseEvents.at))
    .limit(1);
  const goesOn = last?.kind === 'documents_added' && last.byAccountId === actor.accountId;
  await Promise.all([
    goesOn
      ? tx
          .update(caseEvents)
          .set({ count: sql`${caseEvents.count} + ${count}`, at: now })
          .where(eq(caseEvents.id, last.id))
      : tx.insert(caseEvents).values({
          caseId: theCase.id,
          kind: 'documents_added',
          at: now,
          byAccountId: actor.accountId,
          byRole: actor.role,
          count,
          patientOnly: actor.role === 'patient',
        }),
    tx
      .update(cases)
      .set({ lastActivityAt: now, ...(actor.role === 'doctor' && { archivedByPatientAt: null }) })
      .where(eq(cases.id, theCase.id)),
  ]);
};
