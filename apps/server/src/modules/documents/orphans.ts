import { inArray, lt, or } from 'drizzle-orm';
import { dataExports, documents, erasedFiles } from '../../db/schema';
import { dayMs, hourMs, later } from '../../kernel/clock.ts';
import type { Kernel } from '../../kernel/kernel.ts';

// A file is stored before its row: within this time the row may still come.
const youngMs = hourMs;
const batch = 500;
// Losing most files at once means that this is the wrong database for these files, not that they are orphans.
const suspicious = 50;

/**
 * Deletes stored files that no row knows: left behind when a server stopped between storing a file and committing its row.
 * @returns how many were deleted.
 */
export const sweepOrphans = async ({ db, files, clock, log }: Pick<Kernel, 'db' | 'files' | 'clock' | 'log'>): Promise<number> => {
  const now = clock.now();
  await db.delete(dataExports).where(lt(dataExports.expiresAt, now));
  await files.objects.dropUnfinished(later(now, -dayMs));
  const orphans: string[] = [];
  let seen = 0;
  const judge = async (keys: readonly string[]) => {
    if (keys.length === 0) return;
    const rows = await db.select({ original: documents.storageKey, view: documents.viewKey, preview: documents.previewKey }).from(documents)
      .where(or(inArray(documents.storageKey, [...keys]), inArray(documents.viewKey, [...keys]), inArray(documents.previewKey, [...keys])));
    const exported = await db.select({ key: dataExports.storageKey }).from(dataExports).where(inArray(dataExports.storageKey, [...keys]));
    // An erasure deletes these itself, a killed one when the server starts again.
    const erased = await db.select({ key: erasedFiles.storageKey }).from(erasedFiles).where(inArray(erasedFiles.storageKey, [...keys]));
    const known = new Set<string | null>([...rows.flatMap((row) => [row.original, row.view, row.preview]), ...[...exported, ...erased].map(({ key }) => key)]);
    orphans.push(...keys.filter((key) => !known.has(key)));
  };
  let keys: string[] = [];
  for await (const { key, storedAt } of files.objects.list()) {
    if (storedAt > later(now, -youngMs)) continue;
    seen += 1;
    keys.push(key);
    if (keys.length < batch) continue;
    await judge(keys);
    keys = [];
  }
  await judge(keys);
  if (orphans.length > suspicious && orphans.length * 2 > seen) {
    log.error({ orphans: orphans.length, files: seen }, 'most stored files are unknown to this database: nothing was deleted');
    return 0;
  }
  await files.delete(...orphans);
  return orphans.length;
};
