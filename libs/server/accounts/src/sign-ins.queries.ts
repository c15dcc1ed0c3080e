import { mostSignIns, signInFailures, type SignIn } from '@konsil/contracts/accounts';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { auditRecords } from '@konsil/server-platform/database/tables';
import { iso } from '@konsil/server-platform/clock';
import { signInActions } from './sign-in-log.ts';

const reasonOf = (given: string | undefined) => signInFailures.find((reason) => reason === given) ?? null;

/** Recent successful and failed sign-ins of an account, newest first; all of them if `most` is null. */
export const signInsOf = async (tx: Tx, accountId: string, most: number | null = mostSignIns): Promise<SignIn[]> => {
  const query = tx
    .select()
    .from(auditRecords)
    .where(and(eq(auditRecords.subjectId, accountId), inArray(auditRecords.action, Object.values(signInActions))))
    .orderBy(desc(auditRecords.at), desc(auditRecords.id));
  const rows = await (most === null ? query : query.limit(most));
  return rows.map((row) => {
    const { reason, device = '', network = '' } = JSON.parse(row.detail ?? '{}') as Record<string, string | undefined>;
    return { id: String(row.id), at: iso(row.at), result: row.result, reason: reasonOf(reason), device, network };
  });
};
