import { eq } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { cases } from '@konsil/server-domain/schema';
import { can, type Actor } from '@konsil/server-domain/access/access';
import { publish } from '@konsil/server-domain/events/events';
import { caseResource, loadCase, type CaseRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/http/work';

/** The case, if it belongs to the calling doctor. */
export const heldByDoctor = async (tx: Tx, actor: Actor, id: string): Promise<{ theCase: CaseRow } | null> => {
  const theCase = actor.role === 'doctor' ? await loadCase(tx, id, true) : null;
  return theCase && can(actor, 'case', 'read', caseResource(theCase)) ? { theCase } : null;
};

/**
 * The doctor opens a waiting case, beyond the inbox preview: the first time counts, and the patient's open page is
 * updated.
 */
export const markOpened = async ({ tx, actor, now }: Work, theCase: CaseRow): Promise<void> => {
  if (theCase.status !== 'with_doctor' || theCase.openedAt) return;
  await tx.update(cases).set({ openedAt: now }).where(eq(cases.id, theCase.id));
  await publish(
    tx,
    [theCase.accountId],
    { type: 'case', case_id: theCase.id, patient_id: theCase.patientId },
    actor.accountId,
  );
};
