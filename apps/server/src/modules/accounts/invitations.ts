import type { Locale } from '@konsil/contracts/codes';
import { asc, eq } from 'drizzle-orm';
import { accounts, doctors } from '../../db/schema';
import { appendAudit, type AuditActor } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { portalOf } from '../../kernel/origins.ts';
import { enqueueEmail } from '../../kernel/outbox.ts';
import { accountByEmail, doctorName } from './accounts.queries.ts';
import { issueLink } from './mail-links.ts';

type House = Pick<Kernel, 'db' | 'vault' | 'env' | 'clock'>;
const operator: AuditActor = { accountId: null, role: 'admin' };

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
/** What the operator asked for cannot be done; the message is for them. */
export class NotPossible extends Error {}

/**
 * Makes a doctor's account and sends the invitation; for one that was never accepted it sends a new link.
 * @throws {NotPossible} when the address belongs to somebody already.
 */
export const inviteDoctor = async ({ db, vault, env, clock }: House, doctor: NewDoctor): Promise<{ accountId: string; again: boolean }> => db.transaction(async (tx) => {
  const now = clock.now();
  const known = await accountByEmail(tx, doctor.email);
  if (known && (known.role !== 'doctor' || known.passwordHash)) throw new NotPossible(`${doctor.email} has an account already.`);
  const entry = {
    title: doctor.title, firstName: doctor.first_name, lastName: doctor.last_name, specialty: doctor.specialty, city: doctor.city, languages: doctor.languages, replyDays: doctor.reply_days,
  };
  const [account] = known ? [known] : await tx.insert(accounts).values({ role: 'doctor', email: doctor.email, locale: doctor.locale, createdAt: now, userDataAt: now }).returning();
  if (!account) throw new Error('The account was not stored.');
  await tx.insert(doctors).values({ accountId: account.id, ...entry }).onConflictDoUpdate({ target: doctors.accountId, set: entry });
  await tx.update(accounts).set({ deactivatedAt: null, locale: doctor.locale }).where(eq(accounts.id, account.id));
  const link = await issueLink(tx, { accountId: account.id, purpose: 'invitation', portal: portalOf(env, 'doctor'), now });
  await enqueueEmail(tx, vault, { to: account.email, locale: doctor.locale, accountId: account.id, template: 'invitation', data: { name: doctorName(entry), link } });
  await appendAudit(tx, vault, operator, now, [{ action: 'doctor.invite', result: 'allowed' }]);
  return { accountId: account.id, again: known !== undefined };
});

/** Every doctor with the state of their account, by name. */
export const listDoctors = async ({ db }: Pick<House, 'db'>) => {
  const rows = await db.select().from(doctors).innerJoin(accounts, eq(accounts.id, doctors.accountId)).orderBy(asc(doctors.lastName), asc(doctors.firstName));
  return rows.map(({ accounts: account, doctors: doctor }) => ({
    id: account.id, email: account.email, name: doctorName(doctor), specialty: doctor.specialty, city: doctor.city,
    state: account.deactivatedAt ? 'deactivated' : !account.passwordHash ? 'invited' : account.phoneConfirmedAt ? 'active' : 'registering',
  }));
};
