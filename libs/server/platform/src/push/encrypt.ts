import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

const curve = 'prime256v1';
const recordSize = 4096;
/** Every message has this length, so that its length says nothing. */
const paddedTo = 1024;

export interface PushKeys {
  /** The device's public key and its shared secret, in base64url. */
  p256dh: string;
  auth: string;
}

/** True for a point of the curve: anything else would fail with every message. */
export const isPushKey = (p256dh: string): boolean => {
  try {
    return Boolean(ECDH.convertKey(p256dh, curve, 'base64url'));
  } catch {
    return false;
  }
};

const derived = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Encrypts a message for one device (RFC 8291): a single record of `aes128gcm` (RFC 8188). */
export const encryptPush = (text: string, { p256dh, auth }: PushKeys): Buffer => {
  const theirs = Buffer.from(p256dh, 'base64url');
  const pair = createECDH(curve);
  const ours = pair.generateKeys();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derived(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32);
  const salt = randomBytes(16);
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  // 2 ends the last record; zeros pad it.
  const content = Buffer.concat([Buffer.from(text), Buffer.of(2)]);
  const padding = Buffer.alloc(Math.max(0, paddedTo - content.length));
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(content), cipher.update(padding), cipher.final(), cipher.getAuthTag()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize);
  head.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, head, ours, sealed]);
};
