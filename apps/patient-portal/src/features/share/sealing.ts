// @bundle route
import { base64url, CompactEncrypt, compactDecrypt } from 'jose';

/** The content of a `shlink:` (HL7 SMART Health Cards and Links IG, STU 1). */
export interface LinkPayload {
  url: string;
  key: string;
  /** Seconds since 1970. */
  exp?: number;
  flag?: string;
  label?: string;
  v?: number;
}

const scheme = 'shlink:/';
const contentType = 'application/fhir+json';
const keyBytes = 32;

/** A new key, made on this device and sent to nobody. */
export const newLinkKey = (): string => base64url.encode(crypto.getRandomValues(new Uint8Array(keyBytes)));

/** Encrypts a resource as a compact JWE, with a nonce of its own. */
export const seal = (key: string, resource: object): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(JSON.stringify(resource)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: contentType })
    .encrypt(base64url.decode(key));

/** The decrypted text of a file. @throws if it was changed, or sealed with another key or in another way */
export const unseal = async (key: string, file: string): Promise<string> => {
  const { plaintext } = await compactDecrypt(file.trim(), base64url.decode(key), {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  return new TextDecoder().decode(plaintext);
};

/** The link that somebody gets: everything after the # stays in their browser. */
export const linkOf = (viewer: string, payload: LinkPayload): string =>
  `${viewer}#${scheme}${base64url.encode(JSON.stringify(payload))}`;

/** The payload in a URL's fragment; null if it is incomplete or of a newer version. */
export const payloadIn = (fragment: string): LinkPayload | null => {
  const at = fragment.indexOf(scheme);
  if (at < 0) return null;
  try {
    const payload = JSON.parse(
      new TextDecoder().decode(base64url.decode(fragment.slice(at + scheme.length))),
    ) as LinkPayload;
    const isWhole =
      typeof payload.url === 'string' &&
      typeof payload.key === 'string' &&
      base64url.decode(payload.key).length === keyBytes &&
      (payload.v ?? 1) === 1;
    return isWhole ? payload : null;
  } catch {
    return null;
  }
};
