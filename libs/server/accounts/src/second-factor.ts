import { randomInt } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Tx } from '@konsil/server-platform/database/client';
import { accounts, recoveryCodes } from '@konsil/server-domain/schema';
import { hmac } from '@konsil/server-platform/keys/crypto';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { openSecrets, saveSecrets, type AccountRow } from '@konsil/server-domain/accounts/accounts.queries';
import { retireLinks } from './mail-links.ts';

const issuer = 'Konsil';
const stepSeconds = 30;
const codesAtOnce = 10;
// Without letters and digits that look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

const totp = (secret: string, label: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: stepSeconds });
const stepOf = (now: Date) => Math.floor(now.getTime() / 1000 / stepSeconds);
const plain = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '');
const recoveryHash = (vault: Vault, accountId: string, code: string) =>
  hmac(vault.purposeKey('recovery'), accountId, plain(code));

/** A new 160-bit secret, with the URI for the QR code of an authenticator app. */
export const newTotp = (email: string): { secret: string; uri: string } => {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: totp(secret, email).toString() };
};

/** The time step of an authenticator code (one step early or late is accepted); null if it is wrong or was used. */
export const stepOfCode = (secret: string, code: string, now: Date, lastStep = 0): number | null => {
  const delta = totp(secret, '').validate({ token: code.replace(/\s/g, ''), timestamp: now.getTime(), window: 1 });
  const step = delta === null ? null : stepOf(now) + delta;
  return step !== null && step > lastStep ? step : null;
};

/** Accepts an authenticator or recovery code, each only once. The account's row must be locked. */
export const takeSecondFactor = async (
  tx: Tx,
  vault: Vault,
  account: AccountRow,
  code: string,
  now: Date,
): Promise<boolean> => {
  const secrets = await openSecrets(tx, vault, account);
  const step = secrets.totp_secret ? stepOfCode(secrets.totp_secret, code, now, secrets.totp_step) : null;
  if (step !== null) {
    await saveSecrets(tx, vault, account.id, { totp_step: step });
    return true;
  }
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.accountId, account.id),
        eq(recoveryCodes.codeHash, recoveryHash(vault, account.id, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
};

const newCode = () =>
  Array.from(
    { length: 12 },
    (_, index) => (index === 4 || index === 8 ? '-' : '') + alphabet[randomInt(alphabet.length)],
  ).join('');

/** Replaces the recovery codes; only their keyed hashes are stored. */
export const replaceRecoveryCodes = async (tx: Tx, vault: Vault, accountId: string): Promise<string[]> => {
  const codes = Array.from({ length: codesAtOnce }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ accountId, codeHash: recoveryHash(vault, accountId, code) })));
  return codes;
};

/** Notifies the owner that the second factor was enabled or disabled. */
export const notifySecondFactorChanged = (tx: Tx, vault: Vault, account: AccountRow, on: boolean): Promise<void> =>
  enqueueEmail(tx, vault, {
    to: account.email,
    locale: account.locale,
    accountId: account.id,
    template: 'second_factor_changed',
    data: { on },
  });

/**
 * Removes the second factor, its recovery codes and every link sent before, and notifies the owner.
 * @param account whose row is locked
 * @returns whether there was one
 */
export const dropSecondFactor = async (tx: Tx, vault: Vault, account: AccountRow, now: Date): Promise<boolean> => {
  if (!account.secondFactorAt) return false;
  await saveSecrets(tx, vault, account.id, { totp_secret: undefined, totp_pending: undefined, totp_step: undefined });
  await tx.update(accounts).set({ secondFactorAt: null }).where(eq(accounts.id, account.id));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, account.id));
  await retireLinks(tx, vault, account, now);
  await notifySecondFactorChanged(tx, vault, account, false);
  return true;
};
