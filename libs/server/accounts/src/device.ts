import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayMs, later } from '@konsil/server-platform/clock';
import { hmac, newToken, sameBytes } from '@konsil/server-platform/keys/crypto';
import { cookieOf, setCookie } from '@konsil/server-domain/sessions/session-cookies';
import type { Device } from '@konsil/server-domain/sessions/sessions';
import type { Vault } from '@konsil/server-platform/keys/vault';

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
const named = (list: [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1];

/** Describes the device of a request; only browsers send Sec-Fetch-Site. */
export const deviceOf = (request: FastifyRequest): Device => {
  const agent = request.headers['user-agent'] ?? '';
  return {
    name: [named(browsers, agent), named(systems, agent)].filter(Boolean).join(', '),
    isBrowser: request.headers['sec-fetch-site'] !== undefined,
  };
};

type Mark = 'device' | 'sign-up' | 'confirmed';
const cookieNames: Record<Mark, string> = {
  device: 'konsil-device',
  'sign-up': 'konsil-sign-up',
  confirmed: 'konsil-confirmed',
};
const keptMs: Record<Mark, number> = { device: 365 * dayMs, 'sign-up': 30 * dayMs, confirmed: dayMs };

const markOf = (vault: Vault, kind: Mark, id: string, accountId: string) =>
  hmac(vault.purposeKey('limits'), kind, id, accountId);

/** The id of a device marked for this account; null if it is unmarked. */
const markedDevice = (kind: Mark, vault: Vault, request: FastifyRequest, accountId: string): string | null => {
  const [id, given] = (cookieOf(request, cookieNames[kind]) ?? '').split('.');
  return id && given && sameBytes(Buffer.from(given, 'base64url'), markOf(vault, kind, id, accountId)) ? id : null;
};
const markDevice = (
  kind: Mark,
  vault: Vault,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
  now: Date,
): void => {
  const id = markedDevice(kind, vault, request, accountId) ?? newToken();
  const value = `${id}.${markOf(vault, kind, id, accountId).toString('base64url')}`;
  setCookie(request, reply, cookieNames[kind], value, {
    httpOnly: true,
    sameSite: 'Lax',
    expires: later(now, keptMs[kind]),
  });
};

type Asked = [vault: Vault, request: FastifyRequest, accountId: string];
type Given = [vault: Vault, request: FastifyRequest, reply: FastifyReply, accountId: string, now: Date];

/** The id in the cookie of a device, whichever account it is marked for; nobody else knows it. */
export const unprovenDevice = (request: FastifyRequest): string | null =>
  (cookieOf(request, cookieNames.device) ?? '').split('.')[0] || null;
/** The id of a device that this account signed in from before; null for a new one. */
export const knownDevice = (...asked: Asked): string | null => markedDevice('device', ...asked);
/** Marks this device as known to this account. */
export const rememberDevice = (...given: Given): void => markDevice('device', ...given);

/** Marks the device that signed an account up. */
export const rememberSignUp = (...given: Given): void => markDevice('sign-up', ...given);
/**
 * True if a confirmation may come from another person than the sign-up: it comes from a browser without the mark.
 * Clients other than browsers have no cookies; nobody can make another person's browser pretend to be one.
 */
export const isFromOtherBrowser = (vault: Vault, request: FastifyRequest, accountId: string): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return (origin !== undefined || site !== undefined) && markedDevice('sign-up', vault, request, accountId) === null;
};
/** True if this browser signed the account up. */
export const hasSignedUp = (...asked: Asked): boolean => markedDevice('sign-up', ...asked) !== null;
/** Marks the device that opened an account's confirmation link. */
export const rememberConfirmation = (...given: Given): void => markDevice('confirmed', ...given);
export const hasConfirmed = (...asked: Asked): boolean => markedDevice('confirmed', ...asked) !== null;
