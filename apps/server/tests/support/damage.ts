import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { auditRecords, documents } from '@konsil/server-domain/schema';
import type { TestApp } from './app.ts';

/** Flips a bit in the stored file of a document. */
export const damage = async (house: TestApp, documentId: string): Promise<void> => {
  const [row] = await house.kernel.db.select().from(documents).where(eq(documents.id, documentId));
  const key = row?.storageKey ?? '';
  const path = join(house.env.KONSIL_DATA_DIR, 'files', key.slice(0, 2), key);
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(100) ^ 4, 100);
  await writeFile(path, bytes);
};
/** The audit record about damage of a document. */
export const damageOf = async (house: TestApp, documentId: string) => {
  const [record] = await house.kernel.db
    .select()
    .from(auditRecords)
    .where(and(eq(auditRecords.documentId, documentId), eq(auditRecords.action, 'file.damaged')));
  return record;
};
