import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookiesIn } from '@konsil/server-platform/http/cookie-header';
import type { NewSession } from './sessions.ts';

const secure = ({ server }: FastifyRequest): boolean => server.kernel.env.https;

/** Cookie names of next-auth v4, with its prefix on https. */
export const sessionCookieName = (request: FastifyRequest): string =>
  `${secure(request) ? '__Secure-' : ''}next-auth.session-token`;
export const csrfCookieName = (request: FastifyRequest): string =>
  `${secure(request) ? '__Host-' : ''}next-auth.csrf-token`;
export const callbackCookieName = (request: FastifyRequest): string =>
  `${secure(request) ? '__Secure-' : ''}next-auth.callback-url`;

/** The value of a cookie; undefined if missing or ambiguous (sent twice). */
export const cookieOf = (request: FastifyRequest, name: string): string | undefined => {
  const [cookie, another] = cookiesIn(request.headers.cookie).filter((found) => found.name === name);
  if (!cookie || another) return undefined;
  try {
    return decodeURIComponent(cookie.value);
  } catch {
    return undefined;
  }
};
export const sessionCookie = (request: FastifyRequest): string | undefined =>
  cookieOf(request, sessionCookieName(request));

/** Adds a `Set-Cookie`. A session cookie unless it expires; never with a Domain. */
export const setCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  options: { httpOnly: boolean; sameSite: 'Strict' | 'Lax'; expires?: Date },
): void => {
  const parts = [
    `${name}=${encodeURIComponent(value)}`,
    'Path=/',
    `SameSite=${options.sameSite}`,
    ...(options.httpOnly ? ['HttpOnly'] : []),
    ...(secure(request) ? ['Secure'] : []),
    ...(options.expires ? [`Expires=${options.expires.toUTCString()}`] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
};

/**
 * Sets all three cookies of a session (docs/product.md section 3): the two that the portal reads, and the HttpOnly one.
 */
export const setSessionCookies = (request: FastifyRequest, reply: FastifyReply, session: NewSession): void => {
  setCookie(request, reply, 'csrftoken', session.csrf, { httpOnly: false, sameSite: 'Strict' });
  setCookie(request, reply, 'authorization', session.token, { httpOnly: false, sameSite: 'Strict' });
  setHttpOnlyCookie(request, reply, session.cookie, session.absoluteExpiresAt);
};
/** The HttpOnly cookie outlives the idle timeout, which every request extends: the server checks that. */
export const setHttpOnlyCookie = (request: FastifyRequest, reply: FastifyReply, cookie: string, expires: Date): void =>
  setCookie(request, reply, sessionCookieName(request), cookie, { httpOnly: true, sameSite: 'Lax', expires });

/** Clears all cookies of a session, and the browser's cached pages. */
export const clearSessionCookies = (request: FastifyRequest, reply: FastifyReply): void => {
  const expires = new Date(0);
  setCookie(request, reply, 'csrftoken', '', { httpOnly: false, sameSite: 'Strict', expires });
  setCookie(request, reply, 'authorization', '', { httpOnly: false, sameSite: 'Strict', expires });
  setCookie(request, reply, sessionCookieName(request), '', { httpOnly: true, sameSite: 'Lax', expires });
  reply.header('clear-site-data', '"cache", "storage"');
};
