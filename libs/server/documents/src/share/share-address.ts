import { shareRoutes } from '@konsil/contracts/shares';
import { pathOf } from '@konsil/contracts/route';
import { isAhead, later, minuteMs } from '@konsil/server-platform/clock';
import { hmac, sameBytes } from '@konsil/server-platform/keys/crypto';
import type { Vault } from '@konsil/server-platform/keys/vault';

// The IG allows an hour.
const lifeMs = 15 * minuteMs;
const idBytes = 16;
const signedBytes = idBytes + 4;
const macBytes = 16;

const macOf = (vault: Vault, signed: Buffer): Buffer =>
  hmac(vault.purposeKey('tickets'), 'share-file', signed).subarray(0, macBytes);

/** The address of an encrypted file, signed for a quarter of an hour and without a row. */
export const shareFileAddress = (vault: Vault, fileId: string, now: Date): string => {
  const signed = Buffer.alloc(signedBytes);
  signed.write(fileId.replaceAll('-', ''), 'hex');
  signed.writeUInt32BE(Math.floor(later(now, lifeMs).getTime() / 1000), idBytes);
  return pathOf(shareRoutes.getShareFile, {
    ticket: Buffer.concat([signed, macOf(vault, signed)]).toString('base64url'),
  });
};

/** The id of the file that an address names; null if it is forged, expired, or of a clock that was set back. */
export const sharedFileOf = (vault: Vault, ticket: string, now: Date): string | null => {
  const bytes = Buffer.from(ticket, 'base64url');
  if (bytes.length !== signedBytes + macBytes) return null;
  const signed = bytes.subarray(0, signedBytes);
  if (!sameBytes(bytes.subarray(signedBytes), macOf(vault, signed))) return null;
  const expiry = new Date(signed.readUInt32BE(idBytes) * 1000);
  if (expiry <= now || isAhead(later(expiry, -lifeMs), now)) return null;
  return signed.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
