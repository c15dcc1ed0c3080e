import { accountRoutes as contracts } from '@konsil/contracts/accounts';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '@konsil/server-platform/database/client';
import { accounts } from '@konsil/server-domain/schema';
import { open, signedIn } from '@konsil/server-domain/access/addresses';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { portalOf } from '@konsil/server-platform/http/origins';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { auditActorOf } from '@konsil/server-domain/accounts/account-kind';
import { route } from '@konsil/server-domain/http/route';
import { setSessionCookies } from '@konsil/server-domain/sessions/session-cookies';
import { invalidTokenHits, linkHits, strangerHits } from '@konsil/server-domain/accounts/account-limits';
import {
  accountByEmail,
  accountById,
  isClosed,
  type AccountRow,
} from '@konsil/server-domain/accounts/accounts.queries';
import { rememberDevice } from './device.ts';
import { constantTime } from './even-time.ts';
import { issueLink, maySendLink, peekLink, retireLinks, takeLink } from './mail-links.ts';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { hashNewPassword } from './new-password.ts';
import { checkOwnPassword } from '@konsil/server-domain/accounts/own-password';
import { allowedAppsAddress } from '@konsil/server-domain/patient-apps/allowed-apps';
import { openGrants } from '@konsil/server-domain/patient-apps/app-tokens';

const tellChanged = async (kernel: Kernel, tx: Tx, account: AccountRow): Promise<void> => {
  const now = kernel.clock.now();
  // A changed password ends sessions, not apps (docs/decisions/patient-apps.md).
  const apps = await openGrants(tx, account.id, now);
  await enqueueEmail(tx, kernel.vault, {
    to: account.email,
    locale: account.locale,
    accountId: account.id,
    template: 'password_changed',
    data: {
      at: dayAndTime(now, account.locale),
      ...(apps.length > 0 ? { apps: allowedAppsAddress(kernel.env) } : {}),
    },
  });
};

/** Forgotten password, password by link (also the first one, by an invitation), change of password. */
export const passwordRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.forgotPassword, {
    access: open(),
    prepare: ({ request, body }) => kernel.limits.count(...linkHits(request, body.email)),
    handler: async ({ tx, body, now, afterCommit }) => {
      afterCommit(constantTime());
      const account = await accountByEmail(tx, body.email);
      const known = account?.passwordHash && !isClosed(account);
      if (!known || !(await maySendLink(tx, kernel.limits, account, 'reset_password', now)))
        return { ok: true as const };
      const link = await issueLink(tx, kernel.vault, {
        accountId: account.id,
        purpose: 'reset_password',
        to: account.email,
        portal: portalOf(kernel.env, account.role),
        now,
      });
      await enqueueEmail(tx, kernel.vault, {
        to: account.email,
        locale: account.locale,
        accountId: account.id,
        template: 'reset_password',
        data: { link },
      });
      return { ok: true as const };
    },
  });

  route(app, contracts.resetPassword, {
    access: open(),
    prepare: async ({ request, body, db, now }) => {
      const link = await peekLink(db, body.token, ['reset_password', 'invitation'], now).catch(
        async (failure: unknown) => {
          await kernel.limits.count(...invalidTokenHits(request));
          throw failure;
        },
      );
      const { email } = await accountById(db, link.accountId);
      return hashNewPassword(kernel.passwords, body.password, email);
    },
    handler: async ({ tx, body, now, prepared: passwordHash, request, reply, audit }) => {
      const { account, purpose } = await takeLink(tx, kernel.vault, body.token, ['reset_password', 'invitation'], now);
      // Receiving the link proves access to the mailbox.
      await tx
        .update(accounts)
        .set({
          passwordHash,
          passwordChangedAt: now,
          passwordUnprovenSince: null,
          emailConfirmedAt: account.emailConfirmedAt ?? now,
        })
        .where(eq(accounts.id, account.id));
      await retireLinks(tx, kernel.vault, account, now);
      await kernel.sessions.end(tx, { accountId: account.id });
      // Failed attempts by others must not lock the owner out.
      await kernel.limits.forgetIn(tx, ...strangerHits(account.email));
      rememberDevice(kernel.vault, request, reply, account.id, now);
      if (purpose === 'reset_password') await tellChanged(kernel, tx, account);
      audit({
        action: 'account.password',
        result: 'allowed',
        actor: auditActorOf({ accountId: account.id, role: account.role }),
      });
      return { email: account.email };
    },
  });

  route(app, contracts.changePassword, {
    access: signedIn(),
    prepare: async ({ session, body }) => {
      const account = await checkOwnPassword(kernel, session, body.current_password);
      return hashNewPassword(kernel.passwords, body.password, account.email);
    },
    handler: async ({ tx, session, prepared: passwordHash, now, request, reply, audit }) => {
      const account = await accountById(tx, session.accountId, true);
      await tx.update(accounts).set({ passwordHash, passwordChangedAt: now }).where(eq(accounts.id, account.id));
      await retireLinks(tx, kernel.vault, account, now);
      await kernel.sessions.end(tx, { accountId: account.id, except: session.id });
      await tellChanged(kernel, tx, account);
      audit({ action: 'account.password', result: 'allowed' });
      const renewed = await kernel.sessions.renew(tx, session.id);
      setSessionCookies(request, reply, renewed);
      return { CSRF_Token: renewed.csrf, Authorization: renewed.token };
    },
  });
};
