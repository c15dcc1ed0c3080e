import { accountRoutes as contracts, type Account } from '@konsil/contracts/accounts';
import { and, count, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/client.ts';
import { doctors, recoveryCodes } from '../../db/schema';
import { signedIn } from '../../kernel/addresses.ts';
import { iso, isoOrNull } from '../../kernel/clock.ts';
import { publish } from '../../kernel/events.ts';
import { portalOf } from '../../kernel/origins.ts';
import { enqueueEmail } from '../../kernel/outbox.ts';
import { route } from '../../kernel/route.ts';
import type { Vault } from '../../kernel/vault.ts';
import { openPatient } from '../patients/patient-record.ts';
import { linkHits } from './account-limits.ts';
import { accountByEmail, accountById, doctorEntry, fullName, openSecrets, saveSecrets, type AccountRow } from './accounts.queries.ts';
import { issueLink } from './mail-links.ts';
import { checkOwnPassword } from './own-password.ts';
import { ownRecord } from './own-record.ts';

const ownPatient = async (tx: Tx, vault: Vault, accountId: string): Promise<Account['own_patient']> => {
  const row = await ownRecord(tx, accountId);
  if (!row) return null;
  const fields = await openPatient(tx, vault, row);
  return { ...fields, id: row.id, version: row.version, relationship: row.relationship, archived_at: isoOrNull(row.archivedAt), created_at: iso(row.createdAt) };
};

const doctorProfile = async (tx: Tx, accountId: string): Promise<Account['doctor']> => {
  const row = await doctorEntry(tx, accountId);
  return row ? {
    title: row.title, first_name: row.firstName, last_name: row.lastName, specialty: row.specialty, city: row.city, reply_days: row.replyDays, accepts_cases: row.acceptsCases,
  } : null;
};

const describe = async (tx: Tx, vault: Vault, account: AccountRow): Promise<Account> => {
  const secrets = await openSecrets(tx, vault, account);
  const [codes] = await tx.select({ left: count() }).from(recoveryCodes).where(and(eq(recoveryCodes.accountId, account.id), isNull(recoveryCodes.usedAt)));
  return {
    email: account.email,
    pending_email: secrets.pending_email ?? null,
    phone: secrets.phone,
    full_name: await fullName(tx, vault, account),
    role: account.role,
    locale: account.locale,
    second_factor: account.secondFactorAt !== null,
    recovery_codes_left: codes?.left ?? 0,
    own_patient: await ownPatient(tx, vault, account.id),
    erasure_at: isoOrNull(account.erasureAt),
    doctor: await doctorProfile(tx, account.id),
  };
};

/** The account itself: what it holds, its address, and a doctor's entry in the directory. */
export const accountRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.getAccount, {
    access: signedIn(),
    handler: async ({ tx, session }) => describe(tx, kernel.vault, await accountById(tx, session.accountId)),
  });

  route(app, contracts.saveDoctorProfile, {
    access: signedIn('doctor'),
    handler: async ({ tx, session, body }) => {
      await tx.update(doctors).set({
        title: body.title, firstName: body.first_name, lastName: body.last_name, specialty: body.specialty, city: body.city, replyDays: body.reply_days, acceptsCases: body.accepts_cases,
      }).where(eq(doctors.accountId, session.accountId));
      await publish(tx, [session.accountId], { type: 'account' }, session.accountId);
      return describe(tx, kernel.vault, await accountById(tx, session.accountId));
    },
  });

  route(app, contracts.changeEmail, {
    access: signedIn(),
    prepare: async ({ request, session, body }) => {
      await checkOwnPassword(kernel, session, body.current_password);
      await kernel.limits.count(...linkHits(request, body.email));
    },
    handler: async ({ tx, session, body, now, audit }) => {
      const account = await accountById(tx, session.accountId, true);
      const owner = await accountByEmail(tx, body.email);
      const portal = portalOf(kernel.env, account.role);
      if (owner && owner.id !== account.id) {
        // The address has an account already: only its owner is told, not the caller.
        await enqueueEmail(tx, kernel.vault, { to: owner.email, locale: owner.locale, accountId: owner.id, template: 'already_registered', data: { link: `${portalOf(kernel.env, owner.role)}/login` } });
      } else {
        const link = await issueLink(tx, { accountId: account.id, purpose: 'change_email', sealed: await kernel.vault.seal(tx, account.id, { email: body.email }), portal, now });
        await enqueueEmail(tx, kernel.vault, { to: body.email, locale: account.locale, accountId: account.id, template: 'confirm_new_email', data: { link } });
      }
      await enqueueEmail(tx, kernel.vault, { to: account.email, locale: account.locale, accountId: account.id, template: 'email_change_requested', data: { newEmail: body.email } });
      await saveSecrets(tx, kernel.vault, account, { pending_email: body.email });
      audit({ action: 'account.email', result: 'allowed' });
      return { ok: true as const };
    },
  });
};
