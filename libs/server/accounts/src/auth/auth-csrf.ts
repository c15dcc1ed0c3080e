import type { FastifyReply, FastifyRequest } from 'fastify';
import { hmac, newToken, sameBytes } from '@konsil/server-platform/keys/crypto';
import { cookieOf, csrfCookieName, setCookie } from '@konsil/server-domain/sessions/session-cookies';
import type { Vault } from '@konsil/server-platform/keys/vault';

const hashOf = (vault: Vault, token: string) => hmac(vault.purposeKey('auth-csrf'), token);

/** The CSRF token from the protocol's own cookie (token and keyed hash); undefined if missing or forged. */
const cookieToken = (vault: Vault, request: FastifyRequest): string | undefined => {
  const [token, hash] = (cookieOf(request, csrfCookieName(request)) ?? '').split('|');
  return token && hash && sameBytes(Buffer.from(hash, 'hex'), hashOf(vault, token)) ? token : undefined;
};

/** The CSRF token for forms; sets the cookie only if the request had no valid one. */
export const csrfToken = (vault: Vault, request: FastifyRequest, reply: FastifyReply): string => {
  const known = cookieToken(vault, request);
  if (known) return known;
  const token = newToken();
  setCookie(request, reply, csrfCookieName(request), `${token}|${hashOf(vault, token).toString('hex')}`, {
    httpOnly: true,
    sameSite: 'Lax',
  });
  return token;
};

/** True if a form carries the token of its browser's cookie. */
export const hasValidCsrfToken = (vault: Vault, request: FastifyRequest, given: unknown): boolean => {
  const token = cookieToken(vault, request);
  return token !== undefined && typeof given === 'string' && sameBytes(Buffer.from(token), Buffer.from(given));
};
