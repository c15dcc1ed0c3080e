import { eq } from 'drizzle-orm';
import { documents, tickets } from '@konsil/server-domain/schema';
import type { Work } from '@konsil/server-domain/kernel/work';
import type { CaseRow, DocumentRow } from '@konsil/server-domain/access/loaders';
import { record } from '@konsil/server-domain/steps/record';

/**
 * Archives or restores a document. Idempotent; archiving invalidates issued links. The route locks the row, to
 * serialize both.
 */
export const setArchived = async (
  work: Pick<Work, 'tx' | 'actor' | 'now'>,
  theCase: CaseRow,
  row: DocumentRow,
  archived: boolean,
): Promise<DocumentRow> => {
  const { tx, now } = work;
  if ((row.archivedAt !== null) === archived) return row;
  const archivedAt = archived ? now : null;
  const [changed] = await tx.update(documents).set({ archivedAt }).where(eq(documents.id, row.id)).returning();
  if (!changed) throw new Error('The document is gone.');
  if (archivedAt) await tx.delete(tickets).where(eq(tickets.documentId, row.id));
  await record(work, { step: 'document_changed', theCase, document: changed });
  return changed;
};
