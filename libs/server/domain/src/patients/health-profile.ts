import type { HealthProfile } from '@konsil/contracts/health-profile';
import { eq } from 'drizzle-orm';
import { iso } from '@konsil/server-platform/clock';
import { healthProfiles } from '../schema.ts';
import type { Work } from '../kernel/work.ts';
import { healthTexts } from '../sealed/health-profile.ts';

type Opening = Pick<Work, 'tx'> & { kernel: Pick<Work['kernel'], 'vault'> };

/** A person's health profile; null until one was saved. */
export const healthProfileOf = async (
  { tx, kernel: { vault } }: Opening,
  patientId: string,
): Promise<HealthProfile | null> => {
  const [row] = await tx.select().from(healthProfiles).where(eq(healthProfiles.patientId, patientId));
  if (!row) return null;
  return {
    ...(await vault.open(tx, patientId, healthTexts, row.sealed)),
    version: row.version,
    changed_at: iso(row.changedAt),
    confirmed_at: iso(row.confirmedAt),
  };
};

/** The owner confirms that the stored profile is still right. */
export const confirmHealth = async ({ tx, now }: Pick<Work, 'tx' | 'now'>, patientId: string): Promise<void> => {
  await tx.update(healthProfiles).set({ confirmedAt: now }).where(eq(healthProfiles.patientId, patientId));
};
