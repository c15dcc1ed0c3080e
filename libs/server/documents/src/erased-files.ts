import { asc, gt, inArray } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { erasedFiles } from '@konsil/server-domain/schema';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';

const batch = 100;

/** Records files to delete once the transaction has deleted their rows. */
export const nameErasedFiles = async (tx: Tx, keys: readonly string[]): Promise<void> => {
  for (let from = 0; from < keys.length; from += batch) {
    await tx
      .insert(erasedFiles)
      .values(keys.slice(from, from + batch).map((storageKey) => ({ storageKey })))
      .onConflictDoNothing();
  }
};

/**
 * Deletes recorded files, including those of a server killed meanwhile. Files that cannot be deleted do not block the
 * others.
 * @throws the reason why the first of them could not be deleted, after trying all
 */
export const deleteErasedFiles = async ({ db, files }: Pick<Kernel, 'db' | 'files'>): Promise<void> => {
  const failures: unknown[] = [];
  for (let last = ''; ; ) {
    const rows = await db
      .select({ key: erasedFiles.storageKey })
      .from(erasedFiles)
      .where(gt(erasedFiles.storageKey, last))
      .orderBy(asc(erasedFiles.storageKey))
      .limit(batch);
    const keys = rows.map(({ key }) => key);
    const attempts = await Promise.allSettled(keys.map((key) => files.delete(key)));
    const deleted = keys.filter((_, place) => {
      const attempt = attempts[place];
      return attempt?.status === 'fulfilled' && attempt.value;
    });
    await db.delete(erasedFiles).where(inArray(erasedFiles.storageKey, deleted));
    for (const attempt of attempts) if (attempt.status === 'rejected') failures.push(attempt.reason);
    // The other files stay recorded until this installation may delete them.
    const isRefused = attempts.some((attempt) => attempt.status === 'fulfilled' && !attempt.value);
    if (isRefused || keys.length < batch) break;
    last = keys.at(-1) ?? last;
  }
  if (failures.length > 0) throw failures[0];
};
