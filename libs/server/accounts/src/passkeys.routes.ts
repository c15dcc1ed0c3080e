import { passkeySignInRoutes } from '@konsil/contracts/passkey-sign-in';
import { passkeyRoutes as contracts } from '@konsil/contracts/passkeys';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '@konsil/server-platform/database/client';
import { requestOrigin } from '@konsil/server-platform/http/origins';
import { keepingWork, Problem } from '@konsil/server-platform/http/problems';
import { countSignIn } from '@konsil/server-platform/metrics';
import { open, ownedResource, signedIn } from '@konsil/server-domain/access/addresses';
import { noticeHits, passkeyHits } from '@konsil/server-domain/accounts/account-limits';
import { accountById, fullName, isClosed, type AccountRow } from '@konsil/server-domain/accounts/accounts.queries';
import { checkOwnPassword } from '@konsil/server-domain/accounts/own-password';
import { route } from '@konsil/server-domain/http/route';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { passkeys } from '@konsil/server-domain/schema';
import {
  verifyNewPasskey,
  checkUsed,
  creationOptions,
  passkeysOf,
  refusedPasskey,
  requestOptions,
  showPasskey,
} from './passkeys.ts';
import { awaitsPassword } from './providers/identities.ts';
import { forcedProvider, ProviderRequired } from './providers/providers.ts';
import { startSession } from './sign-in.ts';
import { failedEntry } from './sign-in-log.ts';
import { passkeyTexts } from '@konsil/server-domain/sealed/passkey';

const mostPasskeys = 20;

/** Passkeys: adding, naming and removing them, and signing in with one (docs/decisions/passkeys.md). */
export const passkeyRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  const { vault, limits } = kernel;

  const tell = (tx: Tx, account: AccountRow, change: 'added' | 'removed' | 'copied', now: Date) =>
    enqueueEmail(tx, vault, {
      to: account.email,
      locale: account.locale,
      accountId: account.id,
      template: 'passkey_changed',
      data: { change, at: dayAndTime(now, account.locale) },
    });
  const own = ownedResource(async (tx, actor, id) => {
    const [thePasskey] = await tx
      .select()
      .from(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.accountId, actor.accountId)));
    return thePasskey ? { thePasskey } : null;
  });

  route(app, contracts.listPasskeys, {
    access: signedIn(),
    handler: async ({ tx, session }) =>
      Promise.all((await passkeysOf(tx, session.accountId)).map((row) => showPasskey(tx, kernel, row))),
  });

  route(app, contracts.startPasskey, {
    access: signedIn(),
    prepare: ({ session, body }) => checkOwnPassword(kernel, session, body.current_password),
    handler: async ({ tx, session, now, prepared: account }) => {
      const existing = await passkeysOf(tx, account.id);
      if (existing.length >= mostPasskeys) throw new Problem('quota');
      const name = await fullName(tx, vault, account);
      const options = await creationOptions(kernel, account, { id: session.id, name }, existing, now);
      return { options: { ...options } };
    },
  });

  route(app, contracts.addPasskey, {
    access: signedIn(),
    handler: async ({ tx, session, body, now, audit }) => {
      const account = await accountById(tx, session.accountId, true);
      if ((await passkeysOf(tx, account.id)).length >= mostPasskeys) throw new Problem('quota');
      const created = await verifyNewPasskey(kernel, tx, account, session.id, body.passkey, now);
      const [row] = await tx
        .insert(passkeys)
        .values({
          ...created,
          accountId: account.id,
          sealed: await vault.seal(tx, account.id, passkeyTexts, { name: body.name }),
          createdAt: now,
        })
        .onConflictDoNothing()
        .returning();
      if (!row) throw refusedPasskey();
      await tell(tx, account, 'added', now);
      audit({ action: 'account.passkey_added', result: 'allowed' });
      return showPasskey(tx, kernel, row);
    },
  });

  route(app, contracts.renamePasskey, {
    access: own,
    handler: async ({ tx, thePasskey, body, audit }) => {
      const sealed = await vault.seal(tx, thePasskey.accountId, passkeyTexts, { name: body.name });
      await tx.update(passkeys).set({ sealed }).where(eq(passkeys.id, thePasskey.id));
      audit({ action: 'account.passkey_renamed', result: 'allowed' });
      return showPasskey(tx, kernel, { ...thePasskey, sealed });
    },
  });

  route(app, contracts.removePasskey, {
    access: own,
    prepare: ({ session, body }) => checkOwnPassword(kernel, session, body.current_password),
    handler: async ({ tx, thePasskey, now, prepared: account, audit }) => {
      await tx.delete(passkeys).where(eq(passkeys.id, thePasskey.id));
      await tell(tx, account, 'removed', now);
      audit({ action: 'account.passkey_removed', result: 'allowed' });
      return { ok: true as const };
    },
  });

  route(app, contracts.proveIdentity, {
    access: signedIn(),
    prepare: async ({ session, body, request }) => {
      if (body.passkey) await limits.count(...passkeyHits(request));
      // Nothing given proves nothing: an earlier proof must not prolong itself.
      else await checkOwnPassword(kernel, session, body.current_password ?? '');
    },
    handler: async ({ tx, session, body, request, now, audit }) => {
      if (body.passkey) {
        const [row] = await tx
          .select()
          .from(passkeys)
          .where(and(eq(passkeys.credentialId, body.passkey.id), eq(passkeys.accountId, session.accountId)))
          .for('update');
        const used = row && (await checkUsed(kernel, tx, row, body.passkey, now));
        if (!used) throw refusedPasskey();
        if (used.copied) {
          if (await limits.allowsIn(tx, ...noticeHits('passkey', session.accountId)))
            await tell(tx, await accountById(tx, session.accountId), 'copied', now);
          throw keepingWork(refusedPasskey());
        }
        await tx
          .update(passkeys)
          .set({ counter: used.counter, synced: used.synced, lastUsedAt: now })
          .where(eq(passkeys.id, row.id));
        await limits.refundIn(tx, ...passkeyHits(request));
      }
      await kernel.sessions.prove(tx, session.id);
      audit({ action: 'account.proved', result: 'allowed' });
      return { ok: true as const };
    },
  });

  route(app, passkeySignInRoutes.startPasskeySignIn, {
    access: open(),
    handler: async ({ request, now }) => ({
      options: { ...(await requestOptions(kernel, requestOrigin(kernel.env, request), now)) },
    }),
  });

  route(app, passkeySignInRoutes.passkeySignIn, {
    access: open(),
    prepare: ({ request }) => limits.count(...passkeyHits(request)),
    handler: async ({ tx, request, reply, body, now, audit }) => {
      const [row] = await tx.select().from(passkeys).where(eq(passkeys.credentialId, body.passkey.id)).for('update');
      const account = row && (await accountById(tx, row.accountId, true));
      // Keeps the record, and a used challenge, of a refused sign-in.
      const refuse = () => {
        countSignIn('passkey_refused');
        audit(failedEntry(vault, request, account, account?.email ?? body.passkey.id, 'passkey_refused'));
        return keepingWork(refusedPasskey());
      };
      if (!account) throw refuse();
      const used = await checkUsed(kernel, tx, row, body.passkey, now).catch((error: unknown) => {
        throw error instanceof Problem ? refuse() : error;
      });
      if (used.copied) {
        if (await limits.allowsIn(tx, ...noticeHits('passkey', account.id))) await tell(tx, account, 'copied', now);
        throw refuse();
      }
      if (isClosed(account)) throw refuse();
      const required = awaitsPassword(kernel, request, account.id) ? undefined : forcedProvider(kernel.env, account);
      if (required) throw keepingWork(new ProviderRequired(required));
      await tx
        .update(passkeys)
        .set({ counter: used.counter, synced: used.synced, lastUsedAt: now })
        .where(eq(passkeys.id, row.id));
      await limits.refundIn(tx, ...passkeyHits(request));
      const session = await startSession(kernel, tx, { request, reply, account, audit });
      return { CSRF_Token: session.csrf, Authorization: session.token };
    },
  });
};
