import { accountRoutes as contracts } from '@konsil/contracts/accounts';
import { portalKindOf } from '@konsil/contracts/stored-kinds';
import type { FastifyInstance } from 'fastify';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import { open, registering } from '@konsil/server-domain/access/addresses';
import { iso } from '@konsil/server-platform/clock';
import { route } from '@konsil/server-domain/http/route';
import { clearSessionCookies } from '@konsil/server-domain/sessions/session-cookies';
import { accountById, fullName } from '@konsil/server-domain/accounts/accounts.queries';
import { settingsOf } from '@konsil/server-domain/accounts/account-settings';
import { advisesSecondFactor } from '@konsil/server-domain/accounts/second-factor-advice';
import { checkCredentials, openSession } from './sign-in.ts';

/** Sign-in, sign-out, and the current user. */
export const signInRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.login, {
    access: open(),
    prepare: ({ request, body }) => checkCredentials(kernel, request, body),
    handler: async ({ tx, request, reply, body, prepared, audit }) => {
      const session = await openSession(kernel, tx, { request, reply, checked: prepared, code: body.code, audit });
      return { CSRF_Token: session.csrf, Authorization: session.token };
    },
  });

  route(app, contracts.logout, {
    access: registering(),
    background: true,
    handler: async ({ tx, session, request, reply, audit }) => {
      await kernel.sessions.end(tx, { sessionId: session.id });
      audit({ action: 'account.sign_out', result: 'allowed' });
      clearSessionCookies(request, reply);
      return { ok: true as const };
    },
  });

  route(app, contracts.isLoggedIn, {
    access: registering(),
    handler: async ({ tx, session, now }) => {
      const account = await accountById(tx, session.accountId);
      return {
        user_patient_id: session.accountId,
        role: portalKindOf(session.role),
        ...(isOfKind(session, 'assistant') && { assistant: true }),
        user_fullname: await fullName(tx, kernel.vault, account),
        email: session.email,
        locale: session.locale,
        simple_texts: settingsOf(account).simple_texts,
        registration: session.step,
        second_factor: session.secondFactor,
        second_factor_advised: session.step === 'done' && advisesSecondFactor(account, now),
        expires_at: iso(session.expiresAt),
        absolute_expires_at: iso(session.absoluteExpiresAt),
      };
    },
  });

  route(app, contracts.extendSession, {
    access: registering(),
    handler: ({ session }) => ({
      expires_at: iso(session.expiresAt),
      absolute_expires_at: iso(session.absoluteExpiresAt),
    }),
  });
};
