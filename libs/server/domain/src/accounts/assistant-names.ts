import { asc, inArray } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { assistants } from '../schema.ts';

/** The names under which patients know assistants: the newest of each account. */
export const assistantNames = async (
  tx: Tx | Database,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (accountIds.length === 0) return new Map();
  const rows = await tx
    .select({ id: assistants.accountId, name: assistants.name })
    .from(assistants)
    .where(inArray(assistants.accountId, [...accountIds]))
    .orderBy(asc(assistants.acceptedAt));
  return new Map(rows.map(({ id, name }) => [id ?? '', name]));
};
