import type { ActorRole } from '@konsil/contracts/codes';
import { eq, inArray } from 'drizzle-orm';
import { isHelperKind, type HelperKind } from '@konsil/contracts/stored-kinds';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { accounts, doctors } from '../schema.ts';
import { KeyDestroyed, type Vault } from '@konsil/server-platform/keys/vault';
import { isOfKind } from '../accounts/account-kind.ts';
import { helperNames } from '../accounts/helper-names.ts';
import { doctorName, openSecrets } from '../accounts/accounts.queries.ts';

/** Names by account, and the kinds of those who are helpers. */
export class Names extends Map<string, string> {
  readonly helpers = new Map<string, HelperKind>();
}

export const joinNames = (...parts: readonly Names[]): Names => {
  const all = new Names(parts.flatMap((part) => [...part]));
  for (const part of parts) for (const [id, kind] of part.helpers) all.helpers.set(id, kind);
  return all;
};

/**
 * The names of many accounts, in one query plus one for their keys, and one for helpers; erased patients' accounts
 * have none.
 */
export const namesOf = async (tx: Tx | Database, vault: Vault, accountIds: readonly string[]): Promise<Names> => {
  const wanted = [...new Set(accountIds)];
  const names = new Names();
  if (wanted.length === 0) return names;
  const rows = await tx
    .select({ id: accounts.id, role: accounts.role, sealed: accounts.sealed, doctor: doctors })
    .from(accounts)
    .leftJoin(doctors, eq(doctors.accountId, accounts.id))
    .where(inArray(accounts.id, wanted));
  await vault.warm(
    tx,
    rows.filter((row) => isOfKind(row, 'patient')).map((row) => row.id),
  );
  for (const row of rows) {
    if (isOfKind(row, 'patient')) names.set(row.id, await nameOfPatient(tx, vault, row));
    else if (row.doctor) names.set(row.id, doctorName(row.doctor));
  }
  for (const { id, role } of rows) if (isHelperKind(role)) names.helpers.set(id, role);
  for (const [id, name] of await helperNames(tx, [...names.helpers.keys()])) names.set(id, name);
  return names;
};

/** The author's name beside a text; an account on the patient's side other than the owner acts for the owner. */
export const writtenBy = (
  names: Names,
  accountId: string,
  { side, ownerId }: { side: ActorRole; ownerId: string },
): { name: string; acting?: true } & Partial<Record<HelperKind, true>> => {
  const kind = names.helpers.get(accountId);
  return {
    name: names.get(accountId) ?? '',
    ...(kind && { [kind]: true }),
    ...(side === 'patient' && accountId !== ownerId && { acting: true }),
  };
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
