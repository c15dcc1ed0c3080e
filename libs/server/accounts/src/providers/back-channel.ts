import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import { and, eq } from 'drizzle-orm';
import type { IdentityProvider } from '@konsil/server-settings/identity-providers';
import { appendAudit } from '@konsil/server-platform/audit/audit';
import { later, minuteMs } from '@konsil/server-platform/clock';
import { auditActorOf } from '@konsil/server-domain/accounts/account-kind';
import { accountById } from '@konsil/server-domain/accounts/accounts.queries';
import type { Tx } from '@konsil/server-platform/database/client';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { linkedIdentities, sessions } from '@konsil/server-domain/schema';
import { consumeChallenge } from '../challenges.ts';
import { identityOf, type IdentityRow } from './identities.ts';
import { providerFetch, type ProviderClients } from './provider-client.ts';

const event = 'http://schemas.openid.net/event/backchannel-logout';
const oldestMs = 5 * minuteMs;
/** Accepts key pairs only: with a shared secret, anybody who knows the client's secret could end sessions. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** The logout token is invalid; the reason contains no personal data. */
export class InvalidLogout extends Error {}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The sessions that a logout token ends, after all checks of OpenID Connect Back-Channel Logout 1.0 section 2.6. */
const checkLogoutToken = async (
  clients: ProviderClients,
  provider: IdentityProvider,
  token: string,
  now: Date,
): Promise<{ subject: string | null; session: string | null; id: string }> => {
  const { jwks_uri: keys = '' } = (await clients.describe(provider)).serverMetadata();
  const { payload } = await jwtVerify(
    token,
    createRemoteJWKSet(new URL(keys), { [customFetch]: providerFetch(provider) as never }),
    {
      issuer: provider.issuer,
      audience: provider.client_id,
      algorithms,
      currentDate: now,
      clockTolerance: 60,
      maxTokenAge: oldestMs / 1000,
      requiredClaims: ['iat', 'jti', 'events'],
    },
  ).catch((error: unknown) => {
    throw error instanceof errors.JOSEError ? new InvalidLogout(error.code) : error;
  });
  const { events, sub, sid, jti, nonce } = payload;
  if (!isObject(events) || !isObject(events[event])) throw new InvalidLogout('no logout event');
  if (nonce !== undefined) throw new InvalidLogout('an ID token');
  const [subject, session] = [sub, sid].map((value) => (typeof value === 'string' && value !== '' ? value : null));
  if (!subject && !session) throw new InvalidLogout('nobody is named');
  if (typeof jti !== 'string' || jti === '') throw new InvalidLogout('no id');
  return { subject: subject ?? null, session: session ?? null, id: jti };
};

const identityOfSession = async (tx: Tx, issuer: string, session: string): Promise<IdentityRow | undefined> =>
  (
    await tx
      .select({ identity: linkedIdentities })
      .from(linkedIdentities)
      .innerJoin(sessions, eq(sessions.identityId, linkedIdentities.id))
      .where(and(eq(linkedIdentities.issuer, issuer), eq(sessions.providerSession, session)))
      .limit(1)
  )[0]?.identity;

/**
 * Ends the sessions that a provider's logout token names: of the person, or one of their sessions at the provider.
 * @throws {InvalidLogout}
 */
export const endByProvider = async (
  { db, vault, clock, sessions: all }: Kernel,
  clients: ProviderClients,
  provider: IdentityProvider,
  token: string,
): Promise<void> => {
  const now = clock.now();
  const { subject, session, id } = await checkLogoutToken(clients, provider, token, now);
  await db.transaction(async (tx) => {
    const mark = Buffer.from(JSON.stringify([provider.issuer, id])).toString('base64url');
    // Longer than any token with this id is accepted.
    if (!(await consumeChallenge(tx, mark, later(now, 2 * oldestMs), now))) throw new InvalidLogout('used before');
    const identity = subject
      ? await identityOf(tx, provider.issuer, subject)
      : await identityOfSession(tx, provider.issuer, session ?? '');
    if (!identity) return;
    await all.end(tx, { identityId: identity.id, ...(session ? { providerSession: session } : {}) });
    const account = await accountById(tx, identity.accountId);
    await appendAudit(tx, vault, auditActorOf({ accountId: account.id, role: account.role }), now, [
      { action: 'account.ended_by_provider', result: 'allowed' },
    ]);
  });
};
