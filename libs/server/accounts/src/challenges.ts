import { randomBytes } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import { isAhead, later, minuteMs } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import { hmac, sameBytes, sha256 } from '@konsil/server-platform/keys/crypto';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { usedChallenges } from '@konsil/server-domain/schema';

const lifeMs = 5 * minuteMs;
const randomLength = 16;
const macLength = 32;

const macOf = (vault: Vault, purpose: string, body: Buffer) => hmac(vault.purposeKey('passkeys'), purpose, body);

/**
 * A challenge, or the `state` of a sign-in with a provider, that carries its expiry and a keyed hash over its purpose, so that pages can ask for one without
 * a row in the database. `purpose` names the ceremony and, when signed in, the session.
 */
export const newChallenge = (vault: Vault, purpose: string, now: Date, validMs = lifeMs): Buffer => {
  const expiry = Buffer.alloc(8);
  expiry.writeBigUInt64BE(BigInt(later(now, validMs).getTime()));
  const body = Buffer.concat([randomBytes(randomLength), expiry]);
  return Buffer.concat([body, macOf(vault, purpose, body)]);
};

/** The expiry of a challenge of this purpose, which may have passed; null if the challenge is not ours. `text` is base64url. */
export const issuedUntil = (vault: Vault, purpose: string, text: string): Date | null => {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== randomLength + 8 + macLength) return null;
  const body = bytes.subarray(0, -macLength);
  if (!sameBytes(macOf(vault, purpose, body), bytes.subarray(-macLength))) return null;
  return new Date(Number(body.readBigUInt64BE(randomLength)));
};

/** True if a challenge with the lifetime `validMs` is still valid. */
export const isCurrent = (expiry: Date, now: Date, validMs = lifeMs): boolean =>
  expiry > now && !isAhead(later(expiry, -validMs), now);

/** The expiry of a challenge of this purpose; null if it has passed, or the challenge is not ours. */
export const expiryOf = (vault: Vault, purpose: string, text: string, now: Date): Date | null => {
  const expiry = issuedUntil(vault, purpose, text);
  return expiry && isCurrent(expiry, now) ? expiry : null;
};

const hashOf = (text: string): Buffer => sha256(Buffer.from(text, 'base64url'));
/** True if a challenge was used. */
export const isConsumed = async (tx: Tx, text: string): Promise<boolean> =>
  (await tx.$count(usedChallenges, eq(usedChallenges.hash, hashOf(text)))) > 0;

/** Uses a challenge up. False if it was used before. */
export const consumeChallenge = async (tx: Tx, text: string, expiresAt: Date, now: Date): Promise<boolean> => {
  await tx.delete(usedChallenges).where(lt(usedChallenges.expiresAt, now));
  const hash = hashOf(text);
  const used = await tx
    .insert(usedChallenges)
    .values({ hash, expiresAt })
    .onConflictDoNothing()
    .returning({ hash: usedChallenges.hash });
  return used.length > 0;
};
