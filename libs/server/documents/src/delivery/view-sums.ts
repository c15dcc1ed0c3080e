import { createHash } from 'node:crypto';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { documents } from '@konsil/server-domain/schema';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { DocumentRow } from '@konsil/server-domain/access/loaders';
import { isDamage } from '../damage.ts';

// In random order, so that a damaged one does not block the others.
const atOnce = 50;

/** Size and checksum of a view copy made by a version that did not store them. Damage is reported on download. */
export const storeViewSum = async (
  kernel: Kernel,
  { id, patientId, viewKey, viewSha256, fileKey: wrapped }: DocumentRow,
): Promise<void> => {
  if (!viewKey || viewSha256 !== null) return;
  const fileKey = await kernel.vault.unwrapFileKey(kernel.db, patientId, wrapped);
  const { size, read } = await kernel.files.get({ key: viewKey, fileKey });
  const hash = createHash('sha256');
  for await (const piece of read()) hash.update(piece as Buffer);
  await kernel.db
    .update(documents)
    .set({ viewSize: size, viewSha256: hash.digest('hex'), preparedAt: kernel.clock.now() })
    .where(and(eq(documents.id, id), eq(documents.viewKey, viewKey)));
};

/** Stores size and checksum for some of the view copies without them. */
export const storeOldViewSums = async (kernel: Kernel): Promise<void> => {
  const rows = await kernel.db
    .select()
    .from(documents)
    .where(and(isNotNull(documents.viewKey), isNull(documents.viewSha256)))
    .orderBy(sql`random()`)
    .limit(atOnce);
  for (const row of rows) {
    await storeViewSum(kernel, row).catch((failure: unknown) => {
      if (!isDamage(failure)) throw failure;
    });
  }
};
