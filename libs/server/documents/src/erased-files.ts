import { inArray } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { erasedFiles } from '@konsil/server-domain/schema';
import type { Kernel } from '@konsil/server-domain/http/kernel';

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
 * Deletes recorded files, including those of a server killed meanwhile.
 * @throws the reason why a file could not be deleted, after trying all
 */
export const deleteErasedFiles = async ({ db, files }: Pick<Kernel, 'db' | 'files'>): Promise<void> => {
  for (;;) {
    const keys = (await db.select({ key: erasedFiles.storageKey }).from(erasedFiles).limit(batch)).map(
      ({ key }) => key,
    );
    if (keys.length === 0) return;
    const attempts = await Promise.allSettled(keys.map((key) => files.delete(key)));

    await db.delete(erasedFiles).where(
      inArray(
        erasedFiles.storageKey,
        keys.filter((_, place) => {
          const attempt = attempts[place];
          return attempt?.status === 'fulfilled' && attempt.value;
        }),
      ),
    );
    for (const attempt of attempts) if (attempt.status === 'rejected') throw attempt.reason;
    // The other files stay recorded until this installation may delete them.
    if (attempts.some((attempt) => attempt.status === 'fulfilled' && !attempt.value)) return;
  }
};
