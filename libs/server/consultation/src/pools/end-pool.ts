import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { isPoolConsent } from '@konsil/server-domain/access/pools';
import { casePools, cases, consents } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';

/**
 * Ends the stays in the pool of a clinic and the consents to the pool: for all cases, or only for the cases of one
 * doctor. The cases stay with their doctors. Needs the server's rights.
 * @param told the doctors of the clinic until now
 */
export const endPool = async (
  { tx, now }: { tx: Tx; now: Date },
  clinicId: string,
  told: readonly string[],
  doctorId?: string,
): Promise<void> => {
  const theirs: SQL | undefined = doctorId === undefined ? undefined : eq(cases.doctorId, doctorId);
  const rows = await tx
    .select({ entry: casePools, theCase: cases })
    .from(casePools)
    .innerJoin(cases, eq(cases.id, casePools.caseId))
    .where(and(eq(casePools.clinicId, clinicId), isNull(casePools.endedAt), theirs))
    .orderBy(asc(cases.id))
    .for('no key update');
  for (const { entry, theCase } of rows) {
    await tx.update(casePools).set({ endedAt: now }).where(eq(casePools.id, entry.id));
    const actor = { accountId: theCase.doctorId, role: 'system' as const };
    await record({ tx, now, actor }, { step: 'pool_left', theCase, entryId: entry.id, told });
  }
  await tx
    .update(consents)
    .set({ withdrawnAt: now })
    .where(
      and(
        isPoolConsent,
        eq(consents.clinicId, clinicId),
        theirs && inArray(consents.caseId, tx.select({ id: cases.id }).from(cases).where(theirs)),
      ),
    );
  if (told.length > 0)
    await record(
      { tx, actor: { accountId: told[0] as string, role: 'system' } },
      { step: 'practice_changed', accounts: told },
    );
};
