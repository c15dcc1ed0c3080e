import { accountRoutes as contracts } from '@konsil/contracts/accounts';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/client.ts';
import { accounts, recoveryCodes } from '../../db/schema';
import { signedIn } from '../../kernel/addresses.ts';
import { enqueueEmail } from '../../kernel/outbox.ts';
import { Problem } from '../../kernel/problems.ts';
import { route } from '../../kernel/route.ts';
import { secondFactorHits } from './account-limits.ts';
import { accountById, openSecrets, saveSecrets, type AccountRow } from './accounts.queries.ts';
import { checkOwnPassword } from './own-password.ts';
import { newTotp, replaceRecoveryCodes, stepOfCode } from './second-factor.ts';

/** The second factor by authenticator app, with recovery codes. */
export const secondFactorRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  const tellChanged = (tx: Tx, account: AccountRow, on: boolean) => enqueueEmail(tx, kernel.vault, {
    to: account.email, locale: account.locale, accountId: account.id, template: 'second_factor_changed', data: { on },
  });

  route(app, contracts.startSecondFactor, {
    access: signedIn(),
    prepare: ({ session, body }) => checkOwnPassword(kernel, session, body.current_password),
    handler: async ({ tx, session }) => {
      const account = await accountById(tx, session.accountId, true);
      if (account.secondFactorAt) throw new Problem('not_allowed_now');
      const setup = newTotp(account.email);
      await saveSecrets(tx, kernel.vault, account, { totp_pending: setup.secret });
      return setup;
    },
  });

  route(app, contracts.confirmSecondFactor, {
    access: signedIn(),
    prepare: ({ session }) => kernel.limits.count(...secondFactorHits(session.accountId)),
    handler: async ({ tx, session, body, now, audit }) => {
      const account = await accountById(tx, session.accountId, true);
      const { totp_pending: secret } = await openSecrets(tx, kernel.vault, account);
      if (!secret || account.secondFactorAt) throw new Problem('not_allowed_now');
      const step = stepOfCode(secret, body.code, now);
      if (step === null) throw new Problem('wrong_code');
      await saveSecrets(tx, kernel.vault, account, { totp_secret: secret, totp_pending: undefined, totp_step: step });
      await tx.update(accounts).set({ secondFactorAt: now }).where(eq(accounts.id, account.id));
      await tellChanged(tx, account, true);
      audit({ action: 'account.second_factor_on', result: 'allowed' });
      return { recovery_codes: await replaceRecoveryCodes(tx, kernel.vault, account.id) };
    },
  });

  route(app, contracts.removeSecondFactor, {
    access: signedIn(),
    prepare: ({ session, body }) => checkOwnPassword(kernel, session, body.current_password),
    handler: async ({ tx, session, audit }) => {
      const account = await accountById(tx, session.accountId, true);
      if (!account.secondFactorAt) return { ok: true as const };
      await saveSecrets(tx, kernel.vault, account, { totp_secret: undefined, totp_pending: undefined, totp_step: undefined });
      await tx.update(accounts).set({ secondFactorAt: null }).where(eq(accounts.id, account.id));
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, account.id));
      await tellChanged(tx, account, false);
      audit({ action: 'account.second_factor_off', result: 'allowed' });
      return { ok: true as const };
    },
  });
};
