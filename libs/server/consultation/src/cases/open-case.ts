import { eq } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { record } from '@konsil/server-domain/steps/record';
import { cases } from '@konsil/server-domain/schema';
import { can, type Actor } from '@konsil/server-domain/access/access';
import { caseResource, loadCase, type CaseRow } from '@konsil/server-domain/access/loaders';
import { isOn } from '@konsil/server-domain/access/sides';
import type { Work } from '@konsil/server-domain/http/work';

/** The case, if it belongs to the calling doctor. */
export const heldByDoctor = async (tx: Tx, actor: Actor, id: string): Promise<{ theCase: CaseRow } | null> => {
  const theCase = isOn(actor, 'doctor') ? await loadCase(tx, id, true) : null;
  return theCase && can(actor, 'case', 'read', caseResource(theCase)) ? { theCase } : null;
};

/**
 * The doctor opens a waiting case, beyond the inbox preview: the first time counts, and the patient's open page is
 * updated.
 */
export const markOpened = async (work: Work, theCase: CaseRow): Promise<void> => {
  const { tx, now } = work;
  if (theCase.markedUnreadAt) {
    await tx.update(cases).set({ markedUnreadAt: null }).where(eq(cases.id, theCase.id));
    await record(work, { step: 'own_view_changed', theCase });
  }
  if (theCase.status !== 'with_doctor' || theCase.openedAt) return;
  await tx.update(cases).set({ openedAt: now }).where(eq(cases.id, theCase.id));
  await record(work, { step: 'case_opened', theCase });
};
