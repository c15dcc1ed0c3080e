import { minuteMs } from '../../../kernel/clock.ts';
import { hmac, sameBytes } from '../../../kernel/crypto.ts';
import type { Vault } from '../../../kernel/vault.ts';

/** Whose session may see the small picture of which document. */
export interface PreviewRight {
  sessionId: string;
  documentId: string;
}

// The same address for a while, so that a list that is fetched again does not load its pictures again.
const windowMs = 10 * minuteMs;
const macBytes = 16;

const uuidBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const uuidOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const macOf = (vault: Vault, content: Buffer): Buffer => hmac(vault.purposeKey('tickets'), 'preview', content).subarray(0, macBytes);

/** A signed path that needs no row: it ends with the session, with the right, and after 10 to 20 minutes. */
export const previewAddress = (vault: Vault, { sessionId, documentId }: PreviewRight, now: Date): string => {
  const expires = Buffer.alloc(4);
  expires.writeUInt32BE(Math.ceil(now.getTime() / windowMs) + 1);
  const content = Buffer.concat([uuidBytes(sessionId), uuidBytes(documentId), expires]);
  return `/api/previews/${Buffer.concat([content, macOf(vault, content)]).toString('base64url')}`;
};

/** The right behind a ticket; null when it is not one of ours or its time is over. */
export const previewRightOf = (vault: Vault, ticket: string, now: Date): PreviewRight | null => {
  const bytes = Buffer.from(ticket, 'base64url');
  if (bytes.length !== 36 + macBytes) return null;
  const content = bytes.subarray(0, 36);
  if (!sameBytes(bytes.subarray(36), macOf(vault, content)) || content.readUInt32BE(32) * windowMs < now.getTime()) return null;
  return { sessionId: uuidOf(content.subarray(0, 16)), documentId: uuidOf(content.subarray(16, 32)) };
};
