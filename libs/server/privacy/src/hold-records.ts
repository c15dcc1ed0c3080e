import { asc, eq } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { cases, patients } from '@konsil/server-domain/schema';

/**
 * Holds the records of an account until the transaction ends: patients, then cases, each in one order. To be called before
 * the account itself is held, as everybody takes them (`checkOwner`), so that nobody waits in a circle.
 */
export const holdRecords = async (tx: Tx, accountId: string): Promise<void> => {
  await tx
    .select({ id: patients.id })
    .from(patients)
    .where(eq(patients.accountId, accountId))
    .orderBy(asc(patients.id))
    .for('no key update');
  await tx
    .select({ id: cases.id })
    .from(cases)
    .where(eq(cases.accountId, accountId))
    .orderBy(asc(cases.id))
    .for('no key update');
};
