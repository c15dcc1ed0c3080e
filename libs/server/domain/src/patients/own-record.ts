import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import type { PatientRow } from '../access/loaders.ts';
import { patients } from '../schema.ts';

/** The account holder's own record: the first, in case of several. */
export const ownRecord = async (tx: Tx, accountId: string): Promise<PatientRow | undefined> =>
  (
    await tx
      .select()
      .from(patients)
      .where(and(eq(patients.accountId, accountId), eq(patients.relationship, 'self')))
      .orderBy(asc(patients.createdAt), asc(patients.id))
      .limit(1)
  )[0];
