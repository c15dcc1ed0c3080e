import { hasPassword } from '@konsil/server-platform/passwords';
import { identityRoutes as contracts } from '@konsil/contracts/identities';
import { providerSignInRoutes } from '@konsil/contracts/provider-sign-in';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { IdentityProvider } from '@konsil/server-settings/identity-providers';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import { Problem } from '@konsil/server-platform/http/problems';
import { open, ownedResource, signedIn } from '@konsil/server-domain/access/addresses';
import { accountById, isClosed, type AccountRow } from '@konsil/server-domain/accounts/accounts.queries';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import { checkOwnPassword } from '@konsil/server-domain/accounts/own-password';
import { route } from '@konsil/server-domain/http/route';
import { linkedIdentities } from '@konsil/server-domain/schema';
import { passkeysOf } from '../passkeys.ts';
import { checkSecondFactor, startSession } from '../sign-in.ts';
import { knownDevice } from '../device.ts';
import { pendingSignInOf, beginFlow, forgetPendingSignIn } from './flow.ts';
import { identitiesOf, identityOf, tellOfIdentity, type IdentityRow } from './identities.ts';
import type { ProviderClients } from './provider-client.ts';
import { forcedProvider, providerAt, redirectUriOf } from './providers.ts';

/** Identities at OpenID Connect providers: linking and removing them, and the second factor after one signed in. */
export const identityRoutesOf =
  (clients: ProviderClients) =>
  (app: FastifyInstance): void => {
    const { kernel } = app;
    const { env, vault } = kernel;

    const nameOf = ({ provider, issuer }: Pick<IdentityRow, 'provider' | 'issuer'>): string =>
      (
        env.identityProviders.find(({ id }) => id === provider) ??
        env.identityProviders.find((one) => one.issuer === issuer)
      )?.name ?? new URL(issuer).host;
    /** True if the account can sign in without one of its identities. */
    const isRemovable = async (tx: Tx, account: AccountRow, identities: readonly IdentityRow[]): Promise<boolean> =>
      !forcedProvider(env, account) &&
      (hasPassword(account) || identities.length > 1 || (await passkeysOf(tx, account.id)).length > 0);
    const availableFor = (account: AccountRow, identities: readonly IdentityRow[]): IdentityProvider[] =>
      env.identityProviders.filter(
        ({ role, issuer }) => isOfKind(account, role) && !identities.some((identity) => identity.issuer === issuer),
      );

    route(app, contracts.listIdentities, {
      access: signedIn(),
      handler: async ({ tx, session }) => {
        const account = await accountById(tx, session.accountId);
        const identities = await identitiesOf(tx, account.id);
        const removable = await isRemovable(tx, account, identities);
        return {
          linked: identities.map((row) => ({
            id: row.id,
            name: nameOf(row),
            created_at: iso(row.createdAt),
            last_used_at: isoOrNull(row.lastUsedAt),
            removable,
          })),
          available: availableFor(account, identities).map(({ id, name }) => ({ id, name })),
        };
      },
    });

    route(app, contracts.linkIdentity, {
      access: signedIn(),
      prepare: async ({ request, reply, session, params, body, now, db }) => {
        const account = await checkOwnPassword(kernel, session, body.current_password);
        const provider = providerAt(env, request, params.provider);
        if (!provider || !availableFor(account, await identitiesOf(db, account.id)).includes(provider))
          throw new Problem('not_found');
        const redirectUri = redirectUriOf(env, provider);
        const flow = beginFlow(vault, request, reply, {
          provider: provider.id,
          purpose: `link:${session.id}`,
          redirectUri,
          now,
        });
        return clients.begin(provider, flow).catch((failure: unknown) => {
          request.log.warn({ provider: provider.id, failure }, 'a sign-in with a provider could not begin');
          throw new Problem('unavailable');
        });
      },
      handler: ({ prepared: url }) => ({ url }),
    });

    route(app, contracts.removeIdentity, {
      access: ownedResource(async (tx, actor, id) => {
        const [theIdentity] = await tx
          .select()
          .from(linkedIdentities)
          .where(and(eq(linkedIdentities.id, id), eq(linkedIdentities.accountId, actor.accountId)));
        return theIdentity ? { theIdentity } : null;
      }),
      prepare: ({ session, body }) => checkOwnPassword(kernel, session, body.current_password),
      handler: async ({ tx, theIdentity, session, audit }) => {
        const account = await accountById(tx, session.accountId, true);
        if (!(await isRemovable(tx, account, await identitiesOf(tx, account.id)))) throw new Problem('not_allowed_now');
        await tx.delete(linkedIdentities).where(eq(linkedIdentities.id, theIdentity.id));
        await tellOfIdentity(kernel, tx, account, 'removed', nameOf(theIdentity));
        audit({ action: 'account.identity_removed', result: 'allowed' });
        return { ok: true as const };
      },
    });

    route(app, providerSignInRoutes.finishProviderSignIn, {
      access: open(),
      handler: async ({ tx, request, reply, body, now, audit }) => {
        const awaiting = pendingSignInOf(vault, request, 'code', now);
        const provider = awaiting && providerAt(env, request, awaiting.provider);
        const identity = awaiting && provider && (await identityOf(tx, provider.issuer, awaiting.subject));
        if (identity?.accountId !== awaiting?.accountId || !awaiting || !identity) throw new Problem('link_expired');
        const account = await accountById(tx, identity.accountId, true);
        if (isClosed(account)) throw new Problem('link_expired');
        if (account.secondFactorAt)
          await checkSecondFactor(
            kernel,
            tx,
            { request, code: body.code, audit },
            account,
            knownDevice(vault, request, account.id),
          );
        if (!(await awaiting.use(tx))) throw new Problem('link_expired');
        forgetPendingSignIn(request, reply, 'code');
        const by = { identityId: identity.id, providerSession: awaiting.session };
        const session = await startSession(kernel, tx, { request, reply, account, audit, by });
        return { CSRF_Token: session.csrf, Authorization: session.token };
      },
    });
  };
