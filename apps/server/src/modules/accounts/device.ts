import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayMs, later } from '../../kernel/clock.ts';
import { hmac, newToken, sameBytes } from '../../kernel/crypto.ts';
import { cookieOf, setCookie } from '../../kernel/session-cookies.ts';
import type { Device } from '../../kernel/sessions.ts';
import type { Vault } from '../../kernel/vault.ts';

const cookieName = 'konsil-device';
const knownMs = 365 * dayMs;

const browsers: [RegExp, string][] = [[/Edg\//, 'Edge'], [/OPR\//, 'Opera'], [/Firefox\//, 'Firefox'], [/Chrome\//, 'Chrome'], [/Safari\//, 'Safari']];
const systems: [RegExp, string][] = [[/iPhone|iPad/, 'iOS'], [/Android/, 'Android'], [/Windows/, 'Windows'], [/Mac OS X/, 'macOS'], [/Linux/, 'Linux']];
const named = (list: [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1];

/** The device behind a request, in words a person recognises; only a browser sends Sec-Fetch-Site. */
export const deviceOf = (request: FastifyRequest): Device => {
  const agent = request.headers['user-agent'] ?? '';
  return {
    name: [named(browsers, agent), named(systems, agent)].filter(Boolean).join(', '),
    isBrowser: request.headers['sec-fetch-site'] !== undefined,
  };
};

const mark = (vault: Vault, id: string, accountId: string) => hmac(vault.purposeKey('limits'), 'device', id, accountId);

/** The id of a device that this account signed in from before; null for a stranger's. */
export const knownDevice = (vault: Vault, request: FastifyRequest, accountId: string): string | null => {
  const [id, given] = (cookieOf(request, cookieName) ?? '').split('.');
  return id && given && sameBytes(Buffer.from(given, 'base64url'), mark(vault, id, accountId)) ? id : null;
};

/** Remembers this device for this account. */
export const rememberDevice = (vault: Vault, request: FastifyRequest, reply: FastifyReply, accountId: string, now: Date): void => {
  const id = knownDevice(vault, request, accountId) ?? newToken();
  setCookie(request, reply, cookieName, `${id}.${mark(vault, id, accountId).toString('base64url')}`, { httpOnly: true, sameSite: 'Lax', expires: later(now, knownMs) });
};
