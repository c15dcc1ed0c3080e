import { eq } from 'drizzle-orm';
import { documents } from '../../db/schema';
import { publish } from '../../kernel/events.ts';
import type { CaseRow, DocumentRow } from '../../kernel/loaders.ts';
import type { Work } from '../../kernel/work.ts';
import { isUnread } from './document-rules.ts';

/** Notes that the patient has opened what a doctor added; the first time counts. Their other pages hear of it. */
export const noteRead = async ({ tx, actor, now }: Pick<Work, 'tx' | 'actor' | 'now'>, theCase: CaseRow, row: DocumentRow): Promise<void> => {
  if (!isUnread(row, actor)) return;
  await tx.update(documents).set({ readAt: now }).where(eq(documents.id, row.id));
  await publish(tx, [theCase.accountId], { type: 'document', case_id: theCase.id, patient_id: theCase.patientId, ref_id: row.id }, actor.accountId);
};
