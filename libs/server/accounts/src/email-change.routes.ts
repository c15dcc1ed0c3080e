import { accountRoutes as contracts } from '@konsil/contracts/accounts';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '@konsil/server-platform/database/client';
import { signedIn } from '@konsil/server-domain/access/addresses';
import { portalOf } from '@konsil/server-platform/http/origins';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { Problem } from '@konsil/server-platform/http/problems';
import { route } from '@konsil/server-domain/http/route';
import { letterHits, linkHits } from '@konsil/server-domain/accounts/account-limits';
import { showAccount } from './account-view.ts';
import {
  accountByEmail,
  accountById,
  openSecrets,
  saveSecrets,
  type AccountRow,
} from '@konsil/server-domain/accounts/accounts.queries';
import { issueLink, retireLinks } from './mail-links.ts';
import { checkOwnPassword } from '@konsil/server-domain/accounts/own-password';

/** Change of the email address: pending until confirmed at the new address; can be re-sent or cancelled until then. */
export const emailChangeRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  const { env, vault } = kernel;

  const sendLink = async (tx: Tx, account: AccountRow, email: string, now: Date): Promise<void> => {
    const owner = await accountByEmail(tx, email);
    if (owner && owner.id !== account.id) {
      // The address belongs to another account: only its owner is notified, not the caller.
      await enqueueEmail(tx, vault, {
        to: owner.email,
        locale: owner.locale,
        accountId: owner.id,
        template: 'already_registered',
        data: { link: `${portalOf(env, owner.role)}/login` },
      });
      return;
    }
    const link = await issueLink(tx, vault, {
      accountId: account.id,
      purpose: 'change_email',
      to: email,
      portal: portalOf(env, account.role),
      now,
    });
    await enqueueEmail(tx, vault, {
      to: email,
      locale: account.locale,
      accountId: account.id,
      template: 'confirm_new_email',
      data: { link },
    });
  };

  route(app, contracts.changeEmail, {
    access: signedIn(),
    prepare: async ({ request, session, body }) => {
      await checkOwnPassword(kernel, session, body.current_password);
      await kernel.limits.count(...linkHits(request, body.email), ...letterHits(body.email));
    },
    handler: async ({ tx, session, body, now, audit }) => {
      const account = await accountById(tx, session.accountId, true);
      await saveSecrets(tx, vault, account.id, { pending_email: body.email });
      await sendLink(tx, account, body.email, now);
      await enqueueEmail(tx, vault, {
        to: account.email,
        locale: account.locale,
        accountId: account.id,
        template: 'email_change_requested',
        data: { newEmail: body.email, link: `${portalOf(env, account.role)}/forgot-password` },
      });
      audit({ action: 'account.email', result: 'allowed' });
      return { ok: true as const };
    },
  });

  route(app, contracts.resendEmailChange, {
    access: signedIn(),
    prepare: async ({ request, session, db }) => {
      const { pending_email: email } = await openSecrets(db, vault, await accountById(db, session.accountId));
      if (!email) throw new Problem('not_allowed_now');
      await kernel.limits.count(...linkHits(request, email), ...letterHits(email));
    },
    handler: async ({ tx, session, now }) => {
      const account = await accountById(tx, session.accountId, true);
      const { pending_email: email } = await openSecrets(tx, vault, account);
      if (!email) throw new Problem('not_allowed_now');
      await sendLink(tx, account, email, now);
      return { ok: true as const };
    },
  });

  route(app, contracts.cancelEmailChange, {
    access: signedIn(),
    handler: async ({ tx, session, now, audit }) => {
      const account = await accountById(tx, session.accountId, true);
      await retireLinks(tx, vault, account, now);
      audit({ action: 'account.email', result: 'allowed' });
      return showAccount(tx, vault, await accountById(tx, account.id));
    },
  });
};
