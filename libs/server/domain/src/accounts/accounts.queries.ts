import { asciiAddress } from '@konsil/contracts/mail-address';
import { isHelperKind } from '@konsil/contracts/stored-kinds';
import { eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { accounts, doctors } from '../schema.ts';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import { isOfKind } from './account-kind.ts';
import { helperNames } from './helper-names.ts';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { accountSecrets, type AccountSecrets } from '../sealed/account.ts';

export type AccountRow = typeof accounts.$inferSelect;

/** Addresses are compared case-insensitively in ASCII (punycode). */
export const accountByEmail = async (tx: Tx | Database, email: string): Promise<AccountRow | undefined> =>
  (
    await tx
      .select()
      .from(accounts)
      .where(eq(sql`lower(${accounts.email})`, asciiAddress(email).toLowerCase()))
  )[0];

/** Refuses every kind of sign-in to a closed or locked account; its sessions have ended (sessions/sessions.ts). */
export const isClosed = ({ deactivatedAt, lockedAt }: Pick<AccountRow, 'deactivatedAt' | 'lockedAt'>): boolean =>
  deactivatedAt !== null || lockedAt !== null;

/** The account of a session; `locked` locks it until the end of the transaction. */
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
  account.sealed ? vault.open(tx, account.id, accountSecrets, account.sealed) : { full_name: '', phone: '' };

/** Updates some of an account's secrets, and locks its row until the transaction ends. */
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
    .set({ sealed: await vault.seal(tx, account.id, accountSecrets, secrets) })
    .where(eq(accounts.id, account.id));
};

/** A doctor's directory entry; `locked` locks it until the end of the transaction. */
export const doctorEntry = async (tx: Tx | Database, accountId: string, locked = false) => {
  const query = tx.select().from(doctors).where(eq(doctors.accountId, accountId));
  return (await (locked ? query.for('no key update') : query))[0];
};

/** A doctor's name as shown to patients. */
export const doctorName = (doctor: Pick<typeof doctors.$inferSelect, 'title' | 'firstName' | 'lastName'>): string =>
  [doctor.title, doctor.firstName, doctor.lastName].filter(Boolean).join(' ');

/**
 * The audit entries for a changed doctor's name: patients' logs show current names, so they record that it changed, but
 * not the earlier one.
 */
export const renameRecords = (
  before: Parameters<typeof doctorName>[0] | undefined,
  after: Parameters<typeof doctorName>[0],
): AuditEntry[] =>
  before && doctorName(before) !== doctorName(after) ? [{ action: 'doctor.rename', result: 'allowed' }] : [];

type PriceLines = Pick<typeof doctors.$inferSelect, 'priceDe' | 'priceEn'>;
/** The access log's entry for a doctor's changed line about the cost, without its text. */
export const priceRecords = (before: PriceLines | undefined, after: Partial<PriceLines>): AuditEntry[] =>
  before && (['priceDe', 'priceEn'] as const).some((line) => (after[line] ?? before[line]) !== before[line])
    ? [{ action: 'doctor.price', result: 'allowed' }]
    : [];

/**
 * The name of an account's person: a doctor's from the directory, others' from the sealed data. Empty before it was
 * given.
 */
export const fullName = async (tx: Tx | Database, vault: Vault, account: AccountRow): Promise<string> => {
  if (isHelperKind(account.role)) return (await helperNames(tx, [account.id])).get(account.id) ?? '';
  if (!isOfKind(account, 'doctor')) return (await openSecrets(tx, vault, account)).full_name;
  const doctor = await doctorEntry(tx, account.id);
  return doctor ? doctorName(doctor) : '';
};
