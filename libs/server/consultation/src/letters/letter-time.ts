import { and, lte } from 'drizzle-orm';
import { freeOfHolds } from '@konsil/server-domain/accounts/legal-hold';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { doctorLetters } from '@konsil/server-domain/schema';
import { retentionClasses } from '@konsil/server-platform/retention';

const { yearsOf } = retentionClasses['doctors-letters'];
type Keeping = Pick<Kernel, 'clock'> & { env: Pick<Kernel['env'], typeof yearsOf> };

/** The time since which letters are kept. */
export const keptSince = ({ clock, env }: Keeping): Date => {
  const since = new Date(clock.now());
  since.setUTCFullYear(since.getUTCFullYear() - env[yearsOf]);
  return since;
};

/** Deletes letters whose legal time is over, unless their doctor or their patient is on legal hold. */
export const sweepLetters = async (kernel: Keeping & Pick<Kernel, 'db'>): Promise<void> => {
  const { db, clock } = kernel;
  const of = { accountId: doctorLetters.doctorId, patientId: doctorLetters.patientId };
  await db
    .delete(doctorLetters)
    .where(and(lte(doctorLetters.sentAt, keptSince(kernel)), freeOfHolds(db, of, clock.now())));
};
