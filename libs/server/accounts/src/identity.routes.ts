import { accountRoutes as contracts } from '@konsil/contracts/accounts';
import { addressParts, type PatientFields } from '@konsil/contracts/patients';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { accounts, patients } from '@konsil/server-domain/schema';
import { registering } from '@konsil/server-domain/access/addresses';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import { route } from '@konsil/server-domain/http/route';
import { setSessionCookies } from '@konsil/server-domain/sessions/session-cookies';
import { insertPatient, openPatient, patientColumns } from '@konsil/server-domain/patients/patient-record';
import { smsHits } from '@konsil/server-domain/accounts/account-limits';
import { accountById, openSecrets, saveSecrets } from '@konsil/server-domain/accounts/accounts.queries';
import { checkOwnPassword } from '@konsil/server-domain/accounts/own-password';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import { mobileNumber, sendCode, redeemPhoneCode } from './phone-codes.ts';
import { takeOwnNumber } from './take-own-number.ts';

/** Personal data and mobile number: the last two registration steps, and a later change of number. */
export const identityRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.saveUserData, {
    access: registering(),
    prepare: async ({ request, session, body }) => {
      if (!isOfKind(session, 'patient') || session.step === 'done') throw new Problem('not_allowed_now');
      if (session.step === 'confirm_email') throw new Problem('registration_incomplete');
      const phone = mobileNumber(body.Handynummer, kernel.env.SMS_COUNTRIES);
      await kernel.limits.count(...smsHits(request, session.accountId, phone));
      return phone;
    },
    handler: async ({ tx, session, body, prepared: phone, now }) => {
      const account = await accountById(tx, session.accountId, true);
      const { Handynummer: _, ...fields } = body;
      const [own] = await tx.select().from(patients).where(eq(patients.accountId, account.id));
      const before = own && (await openPatient(tx, kernel.vault, own));
      // Left out, an address that an earlier request gave stays.
      const kept = Object.fromEntries(addressParts.map((part) => [part, fields[part] ?? before?.[part] ?? '']));
      const record = { ...fields, ...(kept as Pick<PatientFields, (typeof addressParts)[number]>), phone };
      if (own)
        await tx
          .update(patients)
          .set(await patientColumns(tx, kernel.vault, own.id, record))
          .where(eq(patients.id, own.id));
      else await insertPatient(tx, kernel.vault, account.id, 'self', record, now);
      await saveSecrets(tx, kernel.vault, account.id, { full_name: `${fields.first_name} ${fields.last_name}`, phone });
      await tx.update(accounts).set({ userDataAt: now }).where(eq(accounts.id, account.id));
      return sendCode(kernel, tx, session, phone);
    },
  });

  route(app, contracts.sendCode, {
    access: registering(),
    prepare: async ({ request, session, body }) => {
      if (session.step !== 'code' && session.step !== 'done') throw new Problem('registration_incomplete');
      const phone = mobileNumber(body.Handynummer, kernel.env.SMS_COUNTRIES);
      if (session.step === 'done') {
        if (!body.current_password) throw invalid({ path: 'current_password', code: 'passwordMissing' });
        await checkOwnPassword(kernel, session, body.current_password);
      }
      await kernel.limits.count(...smsHits(request, session.accountId, phone));
      return phone;
    },
    handler: ({ tx, session, prepared: phone }) => sendCode(kernel, tx, session, phone),
  });

  route(app, contracts.checkCode, {
    access: registering(),
    handler: async (context) => {
      const { tx, session, body, now, request, reply, audit } = context;
      if (session.step !== 'code' && session.step !== 'done') throw new Problem('registration_incomplete');
      const account = await accountById(tx, session.accountId, true);
      const phone = await redeemPhoneCode(tx, kernel.vault, session, body.code, now);
      const before = await openSecrets(tx, kernel.vault, account);
      await saveSecrets(tx, kernel.vault, account.id, { phone });
      await tx.update(accounts).set({ phoneConfirmedAt: now }).where(eq(accounts.id, account.id));
      const own = await takeOwnNumber({ ...context, kernel }, before.phone, phone);
      if (own) audit({ action: 'patient.write', result: 'allowed', patientId: own.id });
      if (account.phoneConfirmedAt && before.phone !== phone) {
        await enqueueEmail(tx, kernel.vault, {
          to: account.email,
          locale: account.locale,
          accountId: account.id,
          template: 'phone_changed',
          data: { ending: phone.slice(-3) },
        });
        await kernel.sessions.end(tx, { accountId: account.id, except: session.id });
      }
      audit({ action: 'account.phone', result: 'allowed' });
      const renewed = await kernel.sessions.renew(tx, session.id);
      setSessionCookies(request, reply, renewed);
      return { CSRF_Token: renewed.csrf, Authorization: renewed.token };
    },
  });
};
