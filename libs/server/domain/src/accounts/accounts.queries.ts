import { asciiAddress } from '@konsil/contracts/mail-address';
import { eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { accounts, doctors } from '../schema.ts';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Vault } from '@konsil/server-platform/keys/vault';

export type AccountRow = typeof accounts.$inferSelect;

/** What of an account stands sealed under its own key. */
export interface AccountSecrets {
  full_name: string;
  /** E.164, or empty before a number was given. */
  phone: string;
  pending_email?: string;
  totp_secret?: string;
  /** A secret that was shown but not confirmed by a code yet. */
  totp_pending?: string;
  /** The time step of the last code that was used: none is taken twice. */
  totp_step?: number;
}

/** Addresses are compared without regard to case, in the letters that mail servers know. */
export const accountByEmail = async (tx: Tx | Database, email: string): Promise<AccountRow | undefined> =>
  (
    await tx
      .select()
      .from(accounts)
      .where(eq(sql`lower(${accounts.email})`, asciiAddress(email).toLowerCase()))
  )[0];

/** The account of a session; held until the end of the transaction when `locked`. */
export const accountById = async (tx: Tx | Database, id: string, locked = false): Promise<AccountRow> => {
  const query = tx.select().from(accounts).where(eq(accounts.id, id));
  const [row] = await (locked ? query.for('no key update') : query);
  if (!row) throw new Error('The account of a session is gone.');
  return row;
};

export const openSecrets = async (
  tx: Tx | Database,
  vault: Vault,
  account: Pick<AccountRow, 'id' | 'sealed'>,
): Promise<AccountSecrets> =>
  account.sealed ? vault.open<AccountSecrets>(tx, account.id, account.sealed) : { full_name: '', phone: '' };

/** Changes some of the secrets of an account, and holds its row until the transaction ends. */
export const saveSecrets = async (
  tx: Tx,
  vault: Vault,
  accountId: string,
  changes: Partial<AccountSecrets>,
): Promise<void> => {
  const account = await accountById(tx, accountId, true);
  const secrets = { ...(await openSecrets(tx, vault, account)), ...changes };
  await tx
    .update(accounts)
    .set({ sealed: await vault.seal(tx, account.id, secrets) })
    .where(eq(accounts.id, account.id));
};

/** A doctor's entry in the directory; held until the end of the transaction when `locked`. */
export const doctorEntry = async (tx: Tx | Database, accountId: string, locked = false) => {
  const query = tx.select().from(doctors).where(eq(doctors.accountId, accountId));
  return (await (locked ? query.for('no key update') : query))[0];
};

/** A doctor's name as patients read it. */
export const doctorName = (doctor: Pick<typeof doctors.$inferSelect, 'title' | 'firstName' | 'lastName'>): string =>
  [doctor.title, doctor.firstName, doctor.lastName].filter(Boolean).join(' ');

/** What the audit trail says when a doctor's entry changes: patients' logs show names as they are today, so it tells that one was another, never which. */
export const renameRecords = (
  before: Parameters<typeof doctorName>[0] | undefined,
  after: Parameters<typeof doctorName>[0],
): AuditEntry[] =>
  before && doctorName(before) !== doctorName(after) ? [{ action: 'doctor.rename', result: 'allowed' }] : [];

/** The name of an account's person: a doctor's from the directory, a patient's from the sealed data. Empty before it was given. */
export const fullName = async (tx: Tx | Database, vault: Vault, account: AccountRow): Promise<string> => {
  if (account.role === 'patient') return (await openSecrets(tx, vault, account)).full_name;
  const doctor = await doctorEntry(tx, account.id);
  return doctor ? doctorName(doctor) : '';
};
