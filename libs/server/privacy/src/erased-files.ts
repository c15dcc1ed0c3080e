import { inArray } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { erasedFiles } from '@konsil/server-domain/schema';
import type { Kernel } from '@konsil/server-domain/http/kernel';

const batch = 100;

/** Names files that are to go once the transaction has taken their rows. */
export const nameErasedFiles = async (tx: Tx, keys: readonly string[]): Promise<void> => {
  for (let from = 0; from < keys.length; from += batch) {
    await tx
      .insert(erasedFiles)
      .values(keys.slice(from, from + batch).map((storageKey) => ({ storageKey })))
      .onConflictDoNothing();
  }
};

/**
 * Deletes the files that erasures have named, also those of a server that was killed meanwhile.
 * @throws what kept a file from being deleted, once it was tried with the others
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
        keys.filter((_, place) => attempts[place]?.status === 'fulfilled'),
      ),
    );
    for (const attempt of attempts) if (attempt.status === 'rejected') throw attempt.reason;
  }
};
