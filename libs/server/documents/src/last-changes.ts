import { eq, inArray, sql } from 'drizzle-orm';
import { documents, documentVersions } from '@konsil/server-domain/schema';
import { iso } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';

/**
 * The moments at which documents changed last for their readers, by id: uploaded, sent or handed over, prepared (the copy
 * of a photo, images that are read later), details given or changed.
 */
export const lastChanges = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const described = sql`(select max(${documentVersions.changedAt}) from ${documentVersions} where ${eq(documentVersions.documentId, documents.id)})`;
  const rows = await tx
    .select({
      id: documents.id,
      at: sql<Date>`greatest(${documents.uploadedAt}, ${documents.sentAt}, ${documents.preparedAt}, ${described})`.mapWith(
        documents.uploadedAt,
      ),
    })
    .from(documents)
    .where(inArray(documents.id, [...ids]));
  return new Map(rows.map(({ id, at }) => [id, iso(at)]));
};
