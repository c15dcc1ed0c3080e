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

/** A random 256-bit key. */
export const newKey = (): Buffer => randomBytes(32);
/** An opaque 256-bit token for links, headers and cookies. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest();
export const hmac = (key: Buffer, ...parts: (string | Buffer)[]): Buffer => {
  const mac = createHmac('sha256', key);
  // Each part is prefixed by its length, so that different lists cannot collide.
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part);
  return mac.digest();
};
/** Compares in constant time; false if the lengths differ. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
/** Derives a key for one purpose. */
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

/** A sealed value that its key does not open: it was changed, or belongs to another key or place. */
export class NotOpened extends Error {}

/** Opens many values encrypted with one key and context. Throws like `decrypt`. */
export const decrypter = (key: Buffer, context: string): ((sealed: Buffer) => Buffer) => {
  const [imported, place] = [createSecretKey(key), Buffer.from(context)];
  return (sealed) => {
    if (sealed.length < 1 + nonceBytes + tagBytes || sealed[0] !== format)
      throw new NotOpened('Not a sealed value of a known format.');
    const decipher = createDecipheriv('aes-256-gcm', imported, sealed.subarray(1, 1 + nonceBytes), {
      authTagLength: tagBytes,
    }).setAAD(place);
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    const plain = decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes));
    try {
      // GCM has no remaining data here: this only verifies the tag.
      decipher.final();
    } catch (error) {
      throw new NotOpened('The sealed value was changed, or its key or place is another.', { cause: error });
    }
    return plain;
  };
};
/** @throws {NotOpened} if a byte was changed, or key or context differ */
export const decrypt = (key: Buffer, sealed: Buffer, context: string): Buffer => decrypter(key, context)(sealed);
