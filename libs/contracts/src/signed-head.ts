import { compactVerify, decodeJwt, decodeProtectedHeader, EmbeddedJWK } from 'jose';
import * as z from 'zod/mini';
import type { ChainHead } from './audit-chain.ts';
import { idSchema } from './common.ts';

/** The host is only what an installation calls itself; its key alone proves that it is the same installation. */
export const hostSchema = z.string().check(z.regex(/^[\w.:[\]-]{0,255}$/));
/** A state of an access log in a signed statement. */
export const logStateSchema = z.object({
  seq: z.int().check(z.minimum(0)),
  hash: z.string().check(z.regex(/^(?:[\da-f]{64})?$/)),
});
/** The statement of an installation that a person's access log had a state. */
export const signedHeadSchema = z.object({
  format: z.literal('konsil-log'),
  version: z.literal(1),
  made_at: z.iso.datetime(),
  host: hostSchema,
  /** The id of the patient. */
  person: idSchema,
  log: logStateSchema,
});
export type SignedHead = z.infer<typeof signedHeadSchema>;

/** A signed statement whose signature fits the key that it names. */
export interface ReadHead {
  statement: SignedHead;
  /** The public key (base64url) that signed it. */
  key: string;
  /** False in browsers that do not know Ed25519. */
  checked: boolean;
}

const headerSchema = z.object({
  alg: z.literal('EdDSA'),
  jwk: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
});
/** A signed state has about 600 characters. */
export const mostSignedHead = 2000;

/**
 * Reads a signed state (JWS, RFC 7515), in browsers and on the server.
 * @returns `malformed` if it is no signed state, `forged` if it was changed after it was signed
 */
export const readSignedHead = async (token: string): Promise<ReadHead | 'malformed' | 'forged'> => {
  const jws = token.trim();
  if (jws.length > mostSignedHead) return 'malformed';
  let statement: SignedHead;
  let key: string;
  try {
    key = z.parse(headerSchema, decodeProtectedHeader(jws)).jwk.x;
    statement = z.parse(signedHeadSchema, decodeJwt(jws));
  } catch {
    return 'malformed';
  }
  try {
    await compactVerify(jws, EmbeddedJWK, { algorithms: ['EdDSA'] });
    return { statement, key, checked: true };
  } catch (error) {
    // Browsers without Ed25519 say so; any other error means an invalid key or signature.
    return (error as Error).name === 'NotSupportedError' ? { statement, key, checked: false } : 'forged';
  }
};

/**
 * `none`: the server signed nothing. `unable`: the browser cannot check it. `forged`: it does not fit its key or this
 * log. `otherKey`: another installation signed the earlier state.
 */
export type SignatureVerdict = 'signed' | 'none' | 'unable' | 'forged' | 'otherKey';

/** Compares the signature of a log with the state that was calculated, and with the key of an earlier one. */
export const checkSignature = async (
  token: string | undefined,
  { person, head, key }: { person: string; head: ChainHead; key: string | undefined },
): Promise<{ signature: SignatureVerdict; read?: ReadHead }> => {
  if (!token) return { signature: 'none' };
  const read = await readSignedHead(token);
  if (typeof read === 'string') return { signature: 'forged' };
  const { statement, checked } = read;
  if (statement.person !== person || statement.log.seq !== head.seq || statement.log.hash !== head.hash)
    return { signature: 'forged' };
  if (key && key !== read.key) return { signature: 'otherKey', read };
  return { signature: checked ? 'signed' : 'unable', read };
};
