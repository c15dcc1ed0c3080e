import { CompactSign, compactVerify, EmbeddedJWK } from 'jose';
import * as z from 'zod/mini';
import { hostSchema, logStateSchema, type SignedHead } from '@konsil/contracts/signed-head';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { privateKeyOf, recordKeyOf, thumbprint } from '../record-key.ts';

/** The file in an archive that names its installation and the access log's state at that time. */
export const handoverName = 'handover.jws';
/** A receipt has a hand-over in it. */
export const mostTokenLength = 8000;

const handoverSchema = z.object({
  format: z.literal('konsil-handover'),
  version: z.literal(1),
  made_at: z.iso.datetime(),
  host: hostSchema,
  log: logStateSchema,
});
export type Handover = z.infer<typeof handoverSchema>;

const receiptSchema = z.object({
  format: z.literal('konsil-receipt'),
  version: z.literal(1),
  /** The signed hand-over file of the imported archive. */
  handover: z.string(),
  manifest_sha256: z.string().check(z.regex(/^[\da-f]{64}$/)),
  taken_at: z.iso.datetime(),
  host: hostSchema,
  log: logStateSchema,
});
export type Receipt = z.infer<typeof receiptSchema>;

/** A signed statement of an installation (JWS, RFC 7515), with the public key in its header. */
export interface Signed<T> {
  payload: T;
  /** The thumbprint of the key that signed it. */
  kid: string;
}

const sign = (vault: Pick<Vault, 'purposeKey'>, payload: Handover | Receipt | SignedHead): Promise<string> => {
  const { kty, crv, x } = recordKeyOf(vault);
  return new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA', typ: payload.format, jwk: { kty, crv, x } })
    .sign(privateKeyOf(vault));
};
export const signHandover = (vault: Pick<Vault, 'purposeKey'>, handover: Omit<Handover, 'format' | 'version'>) =>
  sign(vault, { format: 'konsil-handover', version: 1, ...handover });
export const signReceipt = (vault: Pick<Vault, 'purposeKey'>, receipt: Omit<Receipt, 'format' | 'version'>) =>
  sign(vault, { format: 'konsil-receipt', version: 1, ...receipt });
export const signHead = (vault: Pick<Vault, 'purposeKey'>, head: Omit<SignedHead, 'format' | 'version'>) =>
  sign(vault, { format: 'konsil-log', version: 1, ...head });

/** Null if the token is malformed, or its signature does not fit its key. */
const read = async <S extends z.ZodMiniType>(token: string, schema: S): Promise<Signed<z.output<S>> | null> => {
  if (token.length > mostTokenLength) return null;
  try {
    const { payload, protectedHeader } = await compactVerify(token, EmbeddedJWK, { algorithms: ['EdDSA'] });
    const found = z.safeParse(schema, JSON.parse(Buffer.from(payload).toString('utf8')));
    return found.success ? { payload: found.data, kid: thumbprint(protectedHeader.jwk?.x ?? '') } : null;
  } catch {
    return null;
  }
};
export const readHandover = (token: string): Promise<Signed<Handover> | null> => read(token, handoverSchema);
export const readReceipt = (token: string): Promise<Signed<Receipt> | null> => read(token, receiptSchema);
