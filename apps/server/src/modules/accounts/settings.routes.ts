import { accountRoutes as contracts, type Settings } from '@konsil/contracts/accounts';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { accounts, drafts } from '../../db/schema';
import { registering, signedIn } from '../../kernel/addresses.ts';
import { iso } from '../../kernel/clock.ts';
import { route } from '../../kernel/route.ts';
import { accountById, type AccountRow } from './accounts.queries.ts';

const standard: Omit<Settings, 'locale'> = { notify_email: 'each', notify_sms: false, shortcuts: true, filters: {} };

/** The settings of an account; what was never chosen stands as it comes. */
export const settingsOf = (account: Pick<AccountRow, 'locale' | 'settings'>): Settings => ({ ...standard, ...(account.settings as Partial<Settings>), locale: account.locale });

/** Language, notifications and filters, and what somebody is typing. */
export const settingsRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

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

  const draftOf = (accountId: string, key: string) => and(eq(drafts.accountId, accountId), eq(drafts.key, key));
  type Content = Record<string, unknown>;

  route(app, contracts.getDraft, {
    access: signedIn(),
    handler: async ({ tx, session, params }) => {
      const [row] = await tx.select().from(drafts).where(draftOf(session.accountId, params.key));
      return row ? { content: await kernel.vault.open<Content>(tx, session.accountId, row.sealed), updated_at: iso(row.updatedAt) } : null;
    },
  });

  route(app, contracts.saveDraft, {
    access: signedIn(),
    handler: async ({ tx, session, params, body, now }) => {
      const sealed = await kernel.vault.seal(tx, session.accountId, body.content);
      await tx.insert(drafts).values({ accountId: session.accountId, key: params.key, sealed, updatedAt: now })
        .onConflictDoUpdate({ target: [drafts.accountId, drafts.key], set: { sealed, updatedAt: now } });
      return { content: body.content, updated_at: iso(now) };
    },
  });

  route(app, contracts.deleteDraft, {
    access: signedIn(),
    handler: async ({ tx, session, params }) => {
      await tx.delete(drafts).where(draftOf(session.accountId, params.key));
      return { ok: true as const };
    },
  });
};
