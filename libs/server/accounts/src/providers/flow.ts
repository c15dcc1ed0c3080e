import type { FastifyReply, FastifyRequest } from 'fastify';
import { minuteMs } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import { hmac, newToken } from '@konsil/server-platform/keys/crypto';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { cookieOf, setCookie } from '@konsil/server-domain/sessions/session-cookies';
import { consumeChallenge, isCurrent, issuedUntil, newChallenge } from '../challenges.ts';
import type { Flow } from './provider-client.ts';

/** Long enough for a password and a code at the provider. */
export const flowMs = 15 * minuteMs;
const prefix = ({ server }: FastifyRequest): string => (server.kernel.env.https ? '__Host-' : '');
const browserCookie = (request: FastifyRequest): string => `${prefix(request)}konsil-provider`;
const browserOf = (request: FastifyRequest): string => cookieOf(request, browserCookie(request)) ?? '';

/** Signing in, or linking an identity with the account of a session. */
export type FlowPurpose = 'sign-in' | `link:${string}`;

const statePurpose = (provider: string, purpose: FlowPurpose, browser: string) =>
  `provider ${provider} ${purpose} ${browser}`;
const derived = (vault: Vault, kind: 'nonce' | 'verifier', state: string, browser: string) =>
  hmac(vault.purposeKey('providers'), kind, state, browser).toString('base64url');
const flowOf = (vault: Vault, redirectUri: string, state: string, browser: string): Flow => ({
  redirectUri,
  state,
  nonce: derived(vault, 'nonce', state, browser),
  verifier: derived(vault, 'verifier', state, browser),
});

/**
 * Begins a sign-in that only this browser can finish: `state` carries expiry and a keyed hash over provider, purpose and
 * the browser's cookie; nonce and verifier derive from it. Nothing is stored, and several tabs can sign in at once.
 */
export const beginFlow = (
  vault: Vault,
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, purpose, redirectUri, now }: { provider: string; purpose: FlowPurpose; redirectUri: string; now: Date },
): Flow => {
  const known = browserOf(request);
  const browser = /^[\w-]{43}$/.test(known) ? known : newToken();
  if (browser !== known)
    setCookie(request, reply, browserCookie(request), browser, { httpOnly: true, sameSite: 'Lax' });
  const state = newChallenge(vault, statePurpose(provider, purpose, browser), now, flowMs).toString('base64url');
  return flowOf(vault, redirectUri, state, browser);
};

/** Finds the flow of a callback in this browser; null if it began elsewhere, for another provider or purpose. */
export const flowOfCallback = (
  vault: Vault,
  request: FastifyRequest,
  {
    provider,
    purpose,
    redirectUri,
    state,
  }: { provider: string; purpose: FlowPurpose; redirectUri: string; state: string },
): { flow: Flow; expiresAt: Date } | null => {
  const browser = browserOf(request);
  if (!browser) return null;
  const expiresAt = issuedUntil(vault, statePurpose(provider, purpose, browser), state);
  return expiresAt && { flow: flowOf(vault, redirectUri, state, browser), expiresAt };
};

/** A sign-in at a provider that held, while something of ours is missing: the second factor, or the account's password. */
export interface PendingSignIn {
  accountId: string;
  provider: string;
  subject: string;
  session: string | null;
}
type Missing = 'code' | 'password';

const awaitingCookie = (request: FastifyRequest, missing: Missing): string =>
  `${prefix(request)}konsil-provider-${missing}`;
const awaitingPurpose = (missing: Missing, content: string, browser: string) =>
  `provider ${missing} ${content} ${browser}`;

/** Remembers a provider's sign-in in this browser, for 15 minutes. */
export const keepPendingSignIn = (
  vault: Vault,
  request: FastifyRequest,
  reply: FastifyReply,
  { missing, awaiting, now }: { missing: Missing; awaiting: PendingSignIn; now: Date },
): void => {
  const content = Buffer.from(JSON.stringify(awaiting)).toString('base64url');
  const proof = newChallenge(vault, awaitingPurpose(missing, content, browserOf(request)), now, flowMs);
  setCookie(request, reply, awaitingCookie(request, missing), `${content}.${proof.toString('base64url')}`, {
    httpOnly: true,
    sameSite: 'Lax',
  });
};

/** The sign-in that this browser has begun; null if there is none, or its time is over. `use` is true once. */
export const pendingSignInOf = (
  vault: Vault,
  request: FastifyRequest,
  missing: Missing,
  now: Date,
): (PendingSignIn & { use: (tx: Tx) => Promise<boolean> }) | null => {
  const [content = '', proof = ''] = (cookieOf(request, awaitingCookie(request, missing)) ?? '').split('.');
  const until = issuedUntil(vault, awaitingPurpose(missing, content, browserOf(request)), proof);
  if (!until || !isCurrent(until, now, flowMs)) return null;
  const awaiting = JSON.parse(Buffer.from(content, 'base64url').toString()) as PendingSignIn;
  return { ...awaiting, use: (tx) => consumeChallenge(tx, proof, until, now) };
};

export const forgetPendingSignIn = (request: FastifyRequest, reply: FastifyReply, missing: Missing): void => {
  const name = awaitingCookie(request, missing);
  if (cookieOf(request, name) !== undefined)
    setCookie(request, reply, name, '', { httpOnly: true, sameSite: 'Lax', expires: new Date(0) });
};
