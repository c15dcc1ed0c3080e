import { accountRoutes as contracts, type Settings } from '@konsil/contracts/accounts';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { accounts } from '../../db/schema';
import { registering, signedIn } from '../../kernel/addresses.ts';
import { route } from '../../kernel/route.ts';
import { accountById, type AccountRow } from './accounts.queries.ts';

const standard: Omit<Settings, 'locale'> = { notify_email: 'each', notify_sms: false, shortcuts: true, filters: {} };

/** The settings of an account; what was never chosen stands as it comes. */
export const settingsOf = (account: Pick<AccountRow, 'locale' | 'settings'>): Settings => ({ ...standard, ...(account.settings as Partial<Settings>), locale: account.locale });

/** Language, notifications and filters. */
export const settingsRoutes = (app: FastifyInstance): void => {
  route(app, contracts.getSettings, {
    access: registering(),
    handler: async ({ tx, session }) => settingsOf(await accountById(tx, session.accountId)),
  });

  route(app, contracts.saveSettings, {
    access: signedIn(),
    handler: async ({ tx, session, body }) => {
      const account = await accountById(tx, session.accountId, true);
      const { locale, ...chosen } = { ...settingsOf(account), ...body };
      await tx.update(accounts).set({ locale, settings: chosen }).where(eq(accounts.id, account.id));
      return { ...chosen, locale };
    },
  });
};
