import { createCipheriv } from 'node:crypto';
import { minuteMs } from '@konsil/server-platform/clock';
import { hmac, sameBytes } from '@konsil/server-platform/keys/crypto';
import type { Vault } from '@konsil/server-platform/keys/vault';

/** The session that may see a document's thumbnail. */
export interface PreviewRight {
  sessionId: string;
  documentId: string;
}

// A stable URL for a while, so that refetched lists reuse cached thumbnails.
const windowMs = 10 * minuteMs;
const macBytes = 16;

const uuidBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Creates a function that signs documents for one session and expiry. */
const signer = (vault: Vault, session: Buffer, expires: Buffer): ((document: Buffer) => Buffer) => {
  // An id is exactly one block: with a key for this purpose only, AES is the MAC, so that a list of thousands needs one
  // key setup.
  const cipher = createCipheriv('aes-256-ecb', hmac(vault.purposeKey('tickets'), 'preview', session, expires), null);
  return (document) => cipher.update(document);
};

/** Signs thumbnail URLs that need no database row: each is valid with session and access, for 10 to 20 minutes. */
export const previewAddresses = (vault: Vault, sessionId: string, now: Date): ((documentId: string) => string) => {
  const session = uuidBytes(sessionId);
  const expires = Buffer.alloc(4);
  expires.writeUInt32BE(Math.ceil(now.getTime() / windowMs) + 1);
  const sign = signer(vault, session, expires);
  return (documentId) => {
    const document = uuidBytes(documentId);
    return `/api/previews/${Buffer.concat([session, document, expires, sign(document)]).toString('base64url')}`;
  };
};

/** The right that a ticket grants; null if forged or expired. */
export const previewRightOf = (vault: Vault, ticket: string, now: Date): PreviewRight | null => {
  const bytes = Buffer.from(ticket, 'base64url');
  if (bytes.length !== 36 + macBytes) return null;
  const [session, document, expires] = [bytes.subarray(0, 16), bytes.subarray(16, 32), bytes.subarray(32, 36)];
  if (
    !sameBytes(bytes.subarray(36), signer(vault, session, expires)(document)) ||
    expires.readUInt32BE() * windowMs < now.getTime()
  )
    return null;
  return { sessionId: uuidOf(session), documentId: uuidOf(document) };
};
