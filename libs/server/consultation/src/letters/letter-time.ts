import { lte } from 'drizzle-orm';
import type { Kernel } from '@konsil/server-domain/http/kernel';
import { doctorLetters } from '@konsil/server-domain/schema';

type Keeping = Pick<Kernel, 'clock'> & { env: Pick<Kernel['env'], 'LETTERS_KEPT_YEARS'> };

/** The time since which letters are kept. */
export const keptSince = ({ clock, env }: Keeping): Date => {
  const since = new Date(clock.now());
  since.setUTCFullYear(since.getUTCFullYear() - env.LETTERS_KEPT_YEARS);
  return since;
};

/** Deletes letters whose legal time is over. */
export const sweepLetters = async (kernel: Keeping & Pick<Kernel, 'db'>): Promise<void> => {
  await kernel.db.delete(doctorLetters).where(lte(doctorLetters.sentAt, keptSince(kernel)));
};
