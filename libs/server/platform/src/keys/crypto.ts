import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const format = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** A random key of 256 bits. */
export const newKey = (): Buffer => randomBytes(32);
/** An opaque token of 256 bits for links, headers and cookies. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest();
export const hmac = (key: Buffer, ...parts: (string | Buffer)[]): Buffer => {
  const mac = createHmac('sha256', key);
  // A length before each part, so that no two lists of parts read the same.
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part);
  return mac.digest();
};
/** Compares in constant time; false when the lengths differ. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
/** A key of its own for one purpose. */
export const deriveKey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, 'konsil', purpose, 32));

/**
 * AES-256-GCM with a random nonce: format, nonce, ciphertext, tag.
 * @param context names where the value belongs; opening it anywhere else fails.
 */
export const encrypt = (key: Buffer, plain: Buffer, context: string): Buffer => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([Buffer.of(format), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

/** What opens many values that one key sealed for one place. Throws as `decrypt` does. */
export const decrypter = (key: Buffer, context: string): ((sealed: Buffer) => Buffer) => {
  const [imported, place] = [createSecretKey(key), Buffer.from(context)];
  return (sealed) => {
    if (sealed.length < 1 + nonceBytes + tagBytes || sealed[0] !== format)
      throw new Error('Not a sealed value of a known format.');
    const decipher = createDecipheriv('aes-256-gcm', imported, sealed.subarray(1, 1 + nonceBytes), {
      authTagLength: tagBytes,
    }).setAAD(place);
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    const plain = decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes));
    // In this mode nothing is left to come: it only holds the tag against what was read.
    decipher.final();
    return plain;
  };
};
/** @throws when a byte was changed, or key or context are others. */
export const decrypt = (key: Buffer, sealed: Buffer, context: string): Buffer => decrypter(key, context)(sealed);
