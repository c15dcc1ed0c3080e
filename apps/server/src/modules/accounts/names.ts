import { inArray } from 'drizzle-orm';
import type { Database, Tx } from '../../db/client.ts';
import { accounts, doctors } from '../../db/schema';
import { KeyDestroyed, type Vault } from '../../kernel/vault.ts';
import { doctorName, openSecrets } from './accounts.queries.ts';

/** The names of many accounts in a constant number of queries; an erased account has none. */
export const namesOf = async (tx: Tx | Database, vault: Vault, accountIds: readonly string[]): Promise<Map<string, string>> => {
  const wanted = [...new Set(accountIds)];
  if (wanted.length === 0) return new Map();
  const rows = await tx.select({ id: accounts.id, role: accounts.role, sealed: accounts.sealed }).from(accounts).where(inArray(accounts.id, wanted));
  const patients = rows.filter((row) => row.role === 'patient');
  const directory = patients.length < rows.length ? await tx.select().from(doctors).where(inArray(doctors.accountId, wanted)) : [];
  await vault.warm(tx, patients.map((row) => row.id));
  const names = new Map(directory.map((doctor) => [doctor.accountId, doctorName(doctor)]));
  for (const row of patients) names.set(row.id, await nameOfPatient(tx, vault, row));
  return names;
};

const nameOfPatient = async (tx: Tx | Database, vault: Vault, row: { id: string; sealed: Buffer | null }): Promise<string> => {
  try {
    return (await openSecrets(tx, vault, row)).full_name;
  } catch (error) {
    if (error instanceof KeyDestroyed) return '';
    throw error;
  }
};
