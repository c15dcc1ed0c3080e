import type { Tx } from '@konsil/server-platform/database/client';
import { isOutage } from '@konsil/server-platform/http/problems';
import type { Kernel } from '../kernel/kernel.ts';
import type { drafts } from '../schema.ts';
import { draftContent } from '../sealed/draft.ts';

/** The content of a draft; null if it is damaged, and can never be opened again. */
export const openDraft = async (
  { vault, log }: Pick<Kernel, 'vault'> & { log: Pick<Kernel['log'], 'error'> },
  tx: Tx,
  { ownerId, sealed }: Pick<typeof drafts.$inferSelect, 'ownerId' | 'sealed'>,
): Promise<Record<string, unknown> | null> => {
  // A failure here is no damage: the database or a secret is missing.
  await vault.warm(tx, [ownerId]);
  try {
    return await vault.open(tx, ownerId, draftContent, sealed);
  } catch (failure) {
    if (isOutage(failure)) throw failure;
    log.error({ failure }, 'a draft is damaged');
    return null;
  }
};
