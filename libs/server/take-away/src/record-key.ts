import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { RecordKey } from '@konsil/contracts/take-away';
import type { Vault } from '@konsil/server-platform/keys/vault';

// The frame of a private Ed25519 key (RFC 8410), before its 32 bytes.
const frame = Buffer.from('302e020100300506032b657004220420', 'hex');

export const privateKeyOf = (vault: Pick<Vault, 'purposeKey'>): KeyObject =>
  createPrivateKey({ key: Buffer.concat([frame, vault.purposeKey('take-away')]), format: 'der', type: 'pkcs8' });

/** The thumbprint of a key (RFC 7638). */
export const thumbprint = (x: string): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');

/** The public key of this installation. It stays the same when the master key is rotated. */
export const recordKeyOf = (vault: Pick<Vault, 'purposeKey'>): RecordKey => {
  const { x = '' } = createPublicKey(privateKeyOf(vault)).export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x) };
};

/** A signature over the bytes of a manifest. */
export interface RecordSignature {
  algorithm: 'Ed25519';
  key: RecordKey;
  signature: string;
}

export const signRecord = (vault: Pick<Vault, 'purposeKey'>, manifest: Buffer): RecordSignature => ({
  algorithm: 'Ed25519',
  key: recordKeyOf(vault),
  signature: sign(null, manifest, privateKeyOf(vault)).toString('base64url'),
});

const keyBytes = 32;

/** True if the key in a signature signed these bytes; it says nothing of whose key that is. */
export const isSigned = ({ key, signature }: RecordSignature, manifest: Buffer): boolean =>
  key.kid === thumbprint(key.x) &&
  // OpenSSL throws on any other length.
  Buffer.from(key.x, 'base64url').length === keyBytes &&
  verify(
    null,
    manifest,
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );
