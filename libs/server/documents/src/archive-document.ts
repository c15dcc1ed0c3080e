import { eq } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { documents, tickets } from '@konsil/server-domain/schema';
import type { Actor } from '@konsil/server-domain/access/access';
import type { CaseRow, DocumentRow } from '@konsil/server-domain/access/loaders';
import { publishDocument } from './document-events.ts';

/**
 * Archives or restores a document. Idempotent; archiving invalidates issued links. The route locks the row, to
 * serialize both.
 */
export const setArchived = async (
  tx: Tx,
  actor: Actor,
  theCase: CaseRow,
  row: DocumentRow,
  archivedAt: Date | null,
): Promise<DocumentRow> => {
  if ((row.archivedAt === null) === (archivedAt === null)) return row;
  const [changed] = await tx.update(documents).set({ archivedAt }).where(eq(documents.id, row.id)).returning();
  if (!changed) throw new Error('The document is gone.');
  if (archivedAt) await tx.delete(tickets).where(eq(tickets.documentId, row.id));
  await publishDocument(tx, theCase, changed, actor.accountId);
  return changed;
};
