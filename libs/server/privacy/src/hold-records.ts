import { asc, eq } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { cases, patients } from '@konsil/server-domain/schema';

/**
 * Locks the records of an account until the transaction ends: patients, then cases, each in a fixed order. Call it
 * before locking the account, in the common order (`checkOwner`), to avoid deadlocks.
 */
export const lockRecords = async (tx: Tx, accountId: string): Promise<void> => {
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
