import { accountRoutes as contracts } from '@konsil/contracts/accounts';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { accounts } from '@konsil/server-domain/schema';
import { securing, signedIn } from '@konsil/server-domain/access/addresses';
import { Problem } from '@konsil/server-platform/http/problems';
import { route } from '@konsil/server-domain/http/route';
import { secondFactorSetupHits } from '@konsil/server-domain/accounts/account-limits';
import { accountById, openSecrets, saveSecrets } from '@konsil/server-domain/accounts/accounts.queries';
import { retireLinks } from './mail-links.ts';
import { postponed } from '@konsil/server-domain/accounts/second-factor-advice';
import { checkOwnPassword } from '@konsil/server-domain/accounts/own-password';
import {
  dropSecondFactor,
  newTotp,
  replaceRecoveryCodes,
  stepOfCode,
  notifySecondFactorChanged,
} from './second-factor.ts';

/** The second factor by authenticator app, with recovery codes. */
export const secondFactorRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.startSecondFactor, {
    access: securing(),
    prepare: ({ session, body }) => checkOwnPassword(kernel, session, body.current_password),
    handler: async ({ tx, session }) => {
      const account = await accountById(tx, session.accountId, true);
      if (account.secondFactorAt) throw new Problem('not_allowed_now');
      const setup = newTotp(account.email);
      await saveSecrets(tx, kernel.vault, account.id, { totp_pending: setup.secret });
      return setup;
    },
  });

  route(app, contracts.confirmSecondFactor, {
    access: securing(),
    prepare: ({ session }) => kernel.limits.count(...secondFactorSetupHits(session.accountId)),
    handler: async ({ tx, session, body, now, audit }) => {
      const account = await accountById(tx, session.accountId, true);
      const { totp_pending: secret } = await openSecrets(tx, kernel.vault, account);
      if (!secret || account.secondFactorAt) throw new Problem('not_allowed_now');
      const step = stepOfCode(secret, body.code, now);
      if (step === null) throw new Problem('wrong_code');
      await kernel.limits.refundIn(tx, ...secondFactorSetupHits(account.id));
      await saveSecrets(tx, kernel.vault, account.id, {
        totp_secret: secret,
        totp_pending: undefined,
        totp_step: step,
      });
      await tx.update(accounts).set({ secondFactorAt: now }).where(eq(accounts.id, account.id));
      await retireLinks(tx, kernel.vault, account, now);
      await notifySecondFactorChanged(tx, kernel.vault, account, true);
      audit({ action: 'account.second_factor_on', result: 'allowed' });
      return { recovery_codes: await replaceRecoveryCodes(tx, kernel.vault, account.id) };
    },
  });

  route(app, contracts.postponeSecondFactor, {
    access: signedIn(),
    handler: async ({ tx, session, now }) => {
      const account = await accountById(tx, session.accountId, true);
      await tx
        .update(accounts)
        .set({ settings: postponed(account, now) })
        .where(eq(accounts.id, account.id));
      return { ok: true as const };
    },
  });

  route(app, contracts.removeSecondFactor, {
    access: signedIn(),
    prepare: ({ session, body }) => checkOwnPassword(kernel, session, body.current_password),
    handler: async ({ tx, session, now, audit }) => {
      const account = await accountById(tx, session.accountId, true);
      if (await dropSecondFactor(tx, kernel.vault, account, now))
        audit({ action: 'account.second_factor_off', result: 'allowed' });
      return { ok: true as const };
    },
  });
};
