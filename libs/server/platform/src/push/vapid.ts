import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { hourMs, later } from '../clock.ts';
import type { Vault } from '../keys/vault.ts';

const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
const validMs = 12 * hourMs;

interface Pair {
  /** The uncompressed point in base64url: browsers subscribe with it. */
  publicKey: string;
  privateKey: KeyObject;
}
const pairs = new WeakMap<Vault, Pair>();

/**
 * The key pair that push services know this installation by (RFC 8292), from the installation's key: a rotation of the
 * secret does not change it, or every device would have to subscribe again.
 */
const pairOf = (vault: Vault): Pair => {
  const known = pairs.get(vault);
  if (known) return known;
  // 16 more bytes than the key has, so that the remainder is as good as random (FIPS 186-5, A.2.1).
  const drawn = Buffer.from(hkdfSync('sha256', vault.purposeKey('web-push'), 'konsil', 'P-256', 48)).toString('hex');
  const d = ((BigInt(`0x${drawn}`) % (order - 1n)) + 1n).toString(16).padStart(64, '0');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(d, 'hex');
  const point = curve.getPublicKey();
  const text = (part: Buffer) => part.toString('base64url');
  const pair = {
    publicKey: text(point),
    privateKey: createPrivateKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: text(point.subarray(1, 33)),
        y: text(point.subarray(33)),
        d: text(Buffer.from(d, 'hex')),
      },
    }),
  };
  pairs.set(vault, pair);
  return pair;
};

export const pushKeyOf = (vault: Vault): string => pairOf(vault).publicKey;

/** The `Authorization` of a message: this installation sends it, to this push service. */
export const vapidHeader = async (vault: Vault, endpoint: URL, contact: string, now: Date): Promise<string> => {
  const { publicKey, privateKey } = pairOf(vault);
  const token = await new SignJWT({ aud: endpoint.origin, sub: `mailto:${contact}` })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setExpirationTime(later(now, validMs))
    .sign(privateKey);
  return `vapid t=${token}, k=${publicKey}`;
};
