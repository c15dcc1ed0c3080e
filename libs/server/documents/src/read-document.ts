import { eq } from 'drizzle-orm';
import { documents } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';
import type { CaseRow, DocumentRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { representedAccountId } from '@konsil/server-domain/access/sides';
import { isUnread } from '@konsil/server-domain/documents/document-rules';

/**
 * Records that the patient opened a document from the doctor; the first time counts. The patient's other pages are
 * updated.
 */
export const recordFirstRead = async (
  work: Pick<Work, 'tx' | 'actor' | 'now'>,
  theCase: CaseRow,
  row: DocumentRow,
): Promise<void> => {
  const { tx, actor, now } = work;
  // A reader opens nothing for the owner, nor does an app.
  if (!isUnread(row, actor) || actor.onlyPatientId !== undefined || theCase.accountId !== representedAccountId(actor))
    return;
  await tx.update(documents).set({ readAt: now }).where(eq(documents.id, row.id));
  await record(work, { step: 'document_read', theCase, document: row });
};
