import { eq, inArray } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { accounts, doctors } from '../schema.ts';
import { KeyDestroyed, type Vault } from '@konsil/server-platform/keys/vault';
import { isOfKind } from '../accounts/account-kind.ts';
import { doctorName, openSecrets } from '../accounts/accounts.queries.ts';

/** The names of many accounts, in one query plus one for their keys; erased accounts have none. */
export const namesOf = async (
  tx: Tx | Database,
  vault: Vault,
  accountIds: readonly string[],
): Promise<Map<string, string>> => {
  const wanted = [...new Set(accountIds)];
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .select({ id: accounts.id, role: accounts.role, sealed: accounts.sealed, doctor: doctors })
    .from(accounts)
    .leftJoin(doctors, eq(doctors.accountId, accounts.id))
    .where(inArray(accounts.id, wanted));
  await vault.warm(
    tx,
    rows.filter((row) => isOfKind(row, 'patient')).map((row) => row.id),
  );
  const names = new Map<string, string>();
  for (const row of rows) {
    if (isOfKind(row, 'patient')) names.set(row.id, await nameOfPatient(tx, vault, row));
    else if (row.doctor) names.set(row.id, doctorName(row.doctor));
  }
  return names;
};

const nameOfPatient = async (
  tx: Tx | Database,
  vault: Vault,
  row: { id: string; sealed: Buffer | null },
): Promise<string> => {
  try {
    return (await openSecrets(tx, vault, row)).full_name;
  } catch (error) {
    if (error instanceof KeyDestroyed) return '';
    throw error;
  }
};
