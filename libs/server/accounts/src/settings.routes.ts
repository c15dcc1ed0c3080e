import { accountRoutes as contracts, mostLists, type Settings } from '@konsil/contracts/accounts';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { accounts } from '@konsil/server-domain/schema';
import { registering, signedIn } from '@konsil/server-domain/access/addresses';
import { invalid } from '@konsil/server-platform/http/problems';
import { route } from '@konsil/server-domain/http/route';
import { settingsOf } from '@konsil/server-domain/accounts/account-settings';
import { accountById } from '@konsil/server-domain/accounts/accounts.queries';

/** Merges changed filters into the saved ones, so that two windows saving different lists do not conflict. */
const changed = (before: Settings['filters'], changes: Record<string, string | null> = {}): Settings['filters'] => {
  const kept = Object.entries({ ...before, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  if (kept.length > mostLists) throw invalid({ path: 'filters', code: 'tooMany' });
  return Object.fromEntries(kept);
};

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
      const before = settingsOf(account);
      const { locale, ...chosen } = { ...before, ...body, filters: changed(before.filters, body.filters) };
      await tx
        .update(accounts)
        .set({ locale, settings: { ...account.settings, ...chosen } })
        .where(eq(accounts.id, account.id));
      return { ...chosen, locale };
    },
  });
};
