import type { Locale } from '@konsil/contracts/codes';
import { readableAddress } from '@konsil/contracts/mail-address';
import { asc, eq } from 'drizzle-orm';
import { accounts, doctors } from '@konsil/server-domain/schema';
import { appendAudit, type AuditActor, type AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Tx } from '@konsil/server-platform/database/client';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { portalOf } from '@konsil/server-platform/http/origins';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { leaveCases } from '../requests/leaving-doctor.ts';
import {
  accountByEmail,
  accountById,
  doctorEntry,
  doctorName,
  renameRecords,
  type AccountRow,
} from '@konsil/server-domain/accounts/accounts.queries';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import { issueLink } from '@konsil/server-accounts/mail-links';

type House = Pick<Kernel, 'db' | 'vault' | 'env' | 'clock'>;
/** The audit actor of the CLI. */
export const operator: AuditActor = { accountId: null, role: 'admin' };

export interface NewDoctor {
  email: string;
  title: string;
  first_name: string;
  last_name: string;
  specialty: string;
  city: string;
  languages: string[];
  reply_days: number;
  locale: Locale;
}
/** The operator's request cannot be done; the message is for the operator. */
export class OperatorError extends Error {}

/**
 * Creates a doctor's account and sends the invitation; a never accepted invitation or a deactivated doctor gets a new
 * link.
 * @returns the audit records, for the end of the transaction
 * @throws {OperatorError} if the address belongs to another account.
 */
export const inviteDoctorIn = async (
  { vault, env, clock }: Omit<House, 'db'>,
  tx: Tx,
  doctor: NewDoctor,
): Promise<{ accountId: string; again: boolean; records: AuditEntry[] }> => {
  const now = clock.now();
  const known = await accountByEmail(tx, doctor.email);
  if (known && !mayBeInvited(known))
    throw new OperatorError(`${readableAddress(doctor.email)} has an account already.`);
  const entry = {
    title: doctor.title,
    firstName: doctor.first_name,
    lastName: doctor.last_name,
    specialty: doctor.specialty,
    city: doctor.city,
    languages: doctor.languages,
    replyDays: doctor.reply_days,
  };
  const [account] = known
    ? [known]
    : await tx
        .insert(accounts)
        .values({ role: 'doctor', email: doctor.email, locale: doctor.locale, createdAt: now, userDataAt: now })
        .returning();
  if (!account) throw new Error('The account was not stored.');
  const before = await doctorEntry(tx, account.id, true);
  await tx
    .insert(doctors)
    .values({ accountId: account.id, ...entry })
    .onConflictDoUpdate({ target: doctors.accountId, set: { ...entry, acceptsCases: true } });
  await tx
    .update(accounts)
    .set({ deactivatedAt: null, passwordHash: null, locale: doctor.locale })
    .where(eq(accounts.id, account.id));
  const link = await issueLink(tx, vault, {
    accountId: account.id,
    purpose: 'invitation',
    to: account.email,
    portal: portalOf(env, 'doctor'),
    now,
  });
  await enqueueEmail(tx, vault, {
    to: account.email,
    locale: doctor.locale,
    accountId: account.id,
    template: 'invitation',
    data: { name: doctorName(entry), link },
  });
  return {
    accountId: account.id,
    again: known !== undefined,
    records: [{ action: 'doctor.invite', result: 'allowed', subjectId: account.id }, ...renameRecords(before, entry)],
  };
};

/** True if an invitation to this account's address is possible: a doctor's that is closed, or was never used. */
export const mayBeInvited = (account: AccountRow): boolean =>
  isOfKind(account, 'doctor') && (!account.passwordHash || account.deactivatedAt !== null);

/** Invites a doctor in a transaction of its own, for the command line. */
export const inviteDoctor = async (house: House, doctor: NewDoctor): Promise<{ accountId: string; again: boolean }> =>
  house.db.transaction(async (tx) => {
    const { records, ...invited } = await inviteDoctorIn(house, tx, doctor);
    await appendAudit(tx, house.vault, operator, house.clock.now(), records);
    return invited;
  });

type ClosingHouse = Omit<House, 'db'> & Pick<Kernel, 'sessions' | 'limits'>;

/**
 * Closes a doctor's account: sessions end at once, they receive no new cases, and their patients are notified.
 * @returns the number of open cases with them, and the audit records for the end of the transaction
 * @throws {OperatorError} if there is no such doctor.
 */
export const deactivateDoctorIn = async (
  { vault, env, clock, sessions, limits }: ClosingHouse,
  tx: Tx,
  email: string,
): Promise<{ open: number; records: AuditEntry[] }> => {
  const now = clock.now();
  const found = await accountByEmail(tx, email);
  // Locked: a case being sent to them is either included or refused (`lockDoctor`).
  const account = found && (await accountById(tx, found.id, true));
  if (!account || !isOfKind(account, 'doctor'))
    throw new OperatorError(`There is no doctor with the address ${email}.`);
  if (account.deactivatedAt) throw new OperatorError(`${email} is deactivated already.`);
  await tx.update(accounts).set({ deactivatedAt: now }).where(eq(accounts.id, account.id));
  await tx.update(doctors).set({ acceptsCases: false }).where(eq(doctors.accountId, account.id));
  await sessions.end(tx, { accountId: account.id });
  const { open, records } = await leaveCases({ kernel: { env, vault, limits }, tx, now }, account.id);
  return { open, records: [{ action: 'doctor.deactivate', result: 'allowed', subjectId: account.id }, ...records] };
};

/** Deactivates a doctor in a transaction of its own, for the command line. */
export const deactivateDoctor = async (house: ClosingHouse & Pick<Kernel, 'db'>, email: string): Promise<number> =>
  house.db.transaction(async (tx) => {
    const { open, records } = await deactivateDoctorIn(house, tx, email);
    await appendAudit(tx, house.vault, operator, house.clock.now(), records);
    return open;
  });

/** Every doctor with the state of their account, by name. */
export const listDoctors = async ({ db }: Pick<House, 'db'>) => {
  const rows = await db
    .select()
    .from(doctors)
    .innerJoin(accounts, eq(accounts.id, doctors.accountId))
    .orderBy(asc(doctors.lastName), asc(doctors.firstName));
  return rows.map(({ accounts: account, doctors: doctor }) => ({
    id: account.id,
    email: account.email,
    name: doctorName(doctor),
    specialty: doctor.specialty,
    city: doctor.city,
    state: account.deactivatedAt
      ? 'deactivated'
      : !account.passwordHash
        ? 'invited'
        : account.phoneConfirmedAt
          ? 'active'
          : 'registering',
  }));
};
