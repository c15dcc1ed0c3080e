import { eq } from 'drizzle-orm';
import { record } from '@konsil/server-domain/steps/record';
import { cases } from '@konsil/server-domain/schema';
import { inCase, type AddressedAccess } from '@konsil/server-domain/access/addresses';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { isOn } from '@konsil/server-domain/access/sides';
import type { Work } from '@konsil/server-domain/kernel/work';

const asReader = inCase('read');
/** A case of the calling doctor, or one in which they are the deputy. */
export const openedByDoctor: AddressedAccess<{ theCase: CaseRow }> = {
  level: 'addressed',
  param: asReader.param,
  find: async (tx, actor, ...which) => (isOn(actor, 'doctor') ? asReader.find(tx, actor, ...which) : null),
};

/**
 * The doctor opens a waiting case, beyond the inbox preview: the first time counts, and the patient's open page is
 * updated. A deputy's opening does not count.
 */
export const markOpened = async (work: Work, theCase: CaseRow): Promise<void> => {
  const { tx, now } = work;
  // The patient reads that the doctor opened it, and the doctor's list what they have not seen.
  if (work.actor.standsFor?.caseId) return;
  if (theCase.markedUnreadAt) {
    await tx.update(cases).set({ markedUnreadAt: null }).where(eq(cases.id, theCase.id));
    await record(work, { step: 'own_view_changed', theCase });
  }
  if (theCase.status !== 'with_doctor' || theCase.openedAt) return;
  await tx.update(cases).set({ openedAt: now }).where(eq(cases.id, theCase.id));
  await record(work, { step: 'case_opened', theCase });
};
