import { inArray } from 'drizzle-orm';
import { fullName } from '@konsil/server-domain/accounts/accounts.queries';
import { accounts } from '@konsil/server-domain/schema';
import type { Tx } from '@konsil/server-platform/database/client';
import type { Vault } from '@konsil/server-platform/keys/vault';

/** The name of an operator, or the e-mail address of one without a name. */
export const operatorName = async (tx: Tx, vault: Vault, account: typeof accounts.$inferSelect): Promise<string> =>
  (await fullName(tx, vault, account)) || account.email;

/** The names of operators by the ids of their accounts. */
export const namesOfOperators = async (
  tx: Tx,
  vault: Vault,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const wanted = [...new Set(ids)];
  const known = wanted.length > 0 ? await tx.select().from(accounts).where(inArray(accounts.id, wanted)) : [];
  const names = new Map<string, string>();
  for (const account of known) names.set(account.id, await operatorName(tx, vault, account));
  return names;
};
