import { eq } from 'drizzle-orm';
import { documents } from '@konsil/server-domain/schema';
import { publish } from '@konsil/server-domain/events/events';
import type { CaseRow, DocumentRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/http/work';
import { isUnread } from '@konsil/server-domain/documents/document-rules';

/**
 * Records that the patient opened a document from the doctor; the first time counts. The patient's other pages are
 * updated.
 */
export const noteRead = async (
  { tx, actor, now }: Pick<Work, 'tx' | 'actor' | 'now'>,
  theCase: CaseRow,
  row: DocumentRow,
): Promise<void> => {
  if (!isUnread(row, actor)) return;
  await tx.update(documents).set({ readAt: now }).where(eq(documents.id, row.id));
  await publish(
    tx,
    [theCase.accountId],
    { type: 'document', case_id: theCase.id, patient_id: theCase.patientId, ref_id: row.id },
    actor.accountId,
  );
};
