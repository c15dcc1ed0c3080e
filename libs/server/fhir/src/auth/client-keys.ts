import { clientAlgorithms } from '@konsil/contracts/fhir-auth';
import type { BackendClientRow } from '@konsil/server-domain/backend-clients/client-tokens';
import { guardedGet } from '@konsil/server-notifications/webhooks/guarded-post';
import { minuteMs } from '@konsil/server-platform/clock';
import { faultOfAddress } from '@konsil/server-platform/http/guarded-call';
import type { Env } from '@konsil/server-settings/env';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  importJWK,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import * as z from 'zod/mini';

const mostBytes = 64 * 1024;
const leastRsaBytes = 2048 / 8;
const publicParts = ['kty', 'kid', 'use', 'key_ops', 'alg', 'n', 'e', 'crv', 'x', 'y'] as const;
const ofCurve: Partial<Record<string, string>> = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };
const keySetSchema = z.object({
  keys: z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(20)),
});

/** A fault of keys, in one sentence for the operator. */
export class KeyFault extends Error {}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const checkedKey = async (key: Record<string, unknown>): Promise<Record<string, unknown>> => {
  if ('d' in key || 'k' in key)
    throw new KeyFault('The key set has a private or secret key: give the public keys only.');
  const alg = key['kty'] === 'RSA' ? text(key['alg']) || 'RS384' : ofCurve[text(key['crv'])];
  if (!alg || !(clientAlgorithms as readonly string[]).includes(alg))
    throw new KeyFault(`A key is for none of ${clientAlgorithms.join(', ')}.`);
  if (key['kty'] === 'RSA' && Buffer.from(text(key['n']), 'base64url').length < leastRsaBytes)
    throw new KeyFault('An RSA key has less than 2048 bits.');
  const kept = Object.fromEntries(publicParts.flatMap((name) => (name in key ? [[name, key[name]]] : [])));
  await importJWK(kept, alg).catch(() => {
    throw new KeyFault('A key cannot be read.');
  });
  return kept;
};

/** The public keys of a JSON Web Key Set. @throws {KeyFault} */
export const keySetIn = async (json: string): Promise<{ keys: Record<string, unknown>[] }> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new KeyFault('The key set is no JSON.');
  }
  const set = z.safeParse(keySetSchema, parsed);
  if (!set.success) throw new KeyFault('The key set must be {"keys": [ … ]} with 1 to 20 keys.');
  const keys = await Promise.all(set.data.keys.map(checkedKey));
  const ids = keys.map(({ kid }) => text(kid));
  if (keys.length > 1 && (new Set(ids).size < ids.length || ids.includes('')))
    throw new KeyFault('Several keys need a "kid" each, all different.');
  return { keys };
};

/** Public keys as text, or the address that has them. */
export interface GivenKeys {
  jwks?: string | undefined;
  jwksUrl?: string | undefined;
}
/** The keys as they are stored. @throws {KeyFault} */
export const storedKeys = async (
  { NODE_ENV }: Pick<Env, 'NODE_ENV'>,
  { jwks, jwksUrl }: GivenKeys,
): Promise<Pick<BackendClientRow, 'jwks' | 'jwksUrl'>> => {
  if (Boolean(jwks) === Boolean(jwksUrl)) throw new KeyFault('Give either a key set or the address of one.');
  if (jwks) return { jwksUrl: null, jwks: await keySetIn(jwks) };
  const fault = faultOfAddress(jwksUrl ?? '', NODE_ENV === 'production');
  if (fault) throw new KeyFault(fault);
  return { jwks: null, jwksUrl: new URL(jwksUrl ?? '').href };
};

/**
 * Finds the keys of clients; those behind an address are fetched again after five minutes, when a key is unknown, and
 * after the operator replaced them, also by the same address.
 */
export const clientKeys = (networks: readonly string[]) => {
  const remote = new Map<string, { version: number; keys: JWTVerifyGetKey }>();
  return ({
    id,
    jwks,
    jwksUrl,
    keysVersion: version,
  }: Pick<BackendClientRow, 'id' | 'jwks' | 'jwksUrl' | 'keysVersion'>): JWTVerifyGetKey => {
    if (jwks) return createLocalJWKSet(jwks as unknown as JSONWebKeySet);
    if (jwksUrl === null) throw new Error('A client has neither keys nor an address of them.');
    const known = remote.get(id);
    if (known?.version === version) return known.keys;
    const keys = createRemoteJWKSet(new URL(jwksUrl), {
      cacheMaxAge: 5 * minuteMs,
      [customFetch]: async (url) =>
        new Response(
          JSON.stringify(
            await keySetIn(
              await guardedGet(new URL(url), { headers: { accept: 'application/json' }, networks, most: mostBytes }),
            ),
          ),
        ),
    });
    remote.set(id, { version, keys });
    return keys;
  };
};
