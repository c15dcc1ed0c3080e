import type { UsedPasskey } from '@konsil/contracts/passkey-sign-in';
import type { CreatedPasskey, Passkey } from '@konsil/contracts/passkeys';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { desc, eq } from 'drizzle-orm';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { portalOf, portalOrigins } from '@konsil/server-platform/http/origins';
import { Problem } from '@konsil/server-platform/http/problems';
import type { AccountRow } from '@konsil/server-domain/accounts/accounts.queries';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { passkeys } from '@konsil/server-domain/schema';
import { expiryOf, newChallenge, consumeChallenge } from './challenges.ts';
import { passkeyTexts } from '@konsil/server-domain/sealed/passkey';

export type PasskeyRow = typeof passkeys.$inferSelect;
type Site = Pick<Kernel, 'env' | 'vault'>;

const signInPurpose = 'sign-in';
const addPurpose = (sessionId: string) => `add:${sessionId}`;
const hostOf = (origin: string) => new URL(origin).hostname;
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

export const passkeysOf = (tx: Tx | Database, accountId: string): Promise<PasskeyRow[]> =>
  tx.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(desc(passkeys.createdAt), passkeys.id);

export const showPasskey = async (tx: Tx, { vault }: Pick<Kernel, 'vault'>, row: PasskeyRow): Promise<Passkey> => ({
  id: row.id,
  name: (await vault.open(tx, row.accountId, passkeyTexts, row.sealed)).name,
  created_at: iso(row.createdAt),
  last_used_at: isoOrNull(row.lastUsedAt),
  synced: row.synced,
});

/** The browser's input to create a passkey for this account and session. */
export const creationOptions = async (
  { env, vault }: Site,
  account: Pick<AccountRow, 'id' | 'email' | 'role'>,
  session: { id: string; name: string },
  existing: readonly Pick<PasskeyRow, 'credentialId' | 'transports'>[],
  now: Date,
) =>
  generateRegistrationOptions({
    rpName: 'Konsil',
    rpID: hostOf(portalOf(env, account.role)),
    userID: bytesOf(account.id),
    userName: account.email,
    userDisplayName: session.name || account.email,
    challenge: new Uint8Array(newChallenge(vault, addPurpose(session.id), now)),
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId: id, transports }) => ({ id, transports })),
    // A passkey signs in alone, so it must be found without an address and must verify its user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });

/** The browser's input to sign in with any passkey of this site. */
export const requestOptions = ({ env, vault }: Site, origin: string, now: Date) =>
  generateAuthenticationOptions({
    rpID: hostOf(portalOrigins(env).includes(origin) ? origin : env.origins.patient),
    challenge: new Uint8Array(newChallenge(vault, signInPurpose, now)),
    userVerification: 'required',
  });

/** Remembers the challenge that the library hands out for checking. */
const challengeCheck = (vault: Kernel['vault'], purpose: string, now: Date) => {
  const seen = { text: '', expiresAt: null as Date | null };
  const holds = (text: string): boolean => {
    seen.text = text;
    seen.expiresAt = expiryOf(vault, purpose, text, now);
    return seen.expiresAt !== null;
  };
  return { seen, holds };
};

/** One refusal for every reason, so that a caller learns nothing about accounts. */
export const refusedPasskey = (): Problem => new Problem('passkey_refused');

/** The library throws plain errors when a check fails. */
const verified = <T extends { verified: boolean }>(check: Promise<T>): Promise<T & { verified: true }> =>
  check.then(
    (result) => {
      if (!result.verified) throw refusedPasskey();
      return result as T & { verified: true };
    },
    () => {
      throw refusedPasskey();
    },
  );

/**
 * Checks a new passkey of this session and uses its challenge up.
 * @throws {Problem} `passkey_refused`
 */
export const verifyNewPasskey = async (
  { env, vault }: Site,
  tx: Tx,
  account: Pick<AccountRow, 'role'>,
  sessionId: string,
  passkey: CreatedPasskey,
  now: Date,
) => {
  const { seen, holds } = challengeCheck(vault, addPurpose(sessionId), now);
  const origin = portalOf(env, account.role);
  const { registrationInfo: info } = await verified(
    verifyRegistrationResponse({
      response: passkey as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: holds,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: true,
    }),
  );
  if (!info || !seen.expiresAt || !(await consumeChallenge(tx, seen.text, seen.expiresAt, now))) throw refusedPasskey();
  return {
    credentialId: info.credential.id,
    publicKey: Buffer.from(info.credential.publicKey),
    counter: info.credential.counter,
    transports: passkey.response.transports ?? [],
    synced: info.credentialBackedUp,
  };
};

/** Checks the use of a known passkey and uses its challenge up. `copied`: its counter went back. */
export const checkUsed = async (
  { env, vault }: Site,
  tx: Tx,
  row: PasskeyRow,
  passkey: UsedPasskey,
  now: Date,
): Promise<{ counter: number; synced: boolean; copied: boolean }> => {
  const { seen, holds } = challengeCheck(vault, signInPurpose, now);
  const { userHandle } = passkey.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== row.accountId) throw refusedPasskey();
  const origins = portalOrigins(env);
  const { authenticationInfo: info } = await verified(
    verifyAuthenticationResponse({
      response: passkey as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: holds,
      expectedOrigin: origins,
      expectedRPID: origins.map(hostOf),
      // The counter is compared below, so that a copied passkey is distinguished from other errors.
      credential: { id: row.credentialId, publicKey: new Uint8Array(row.publicKey), counter: 0 },
      requireUserVerification: true,
    }),
  );
  if (!seen.expiresAt || !(await consumeChallenge(tx, seen.text, seen.expiresAt, now))) throw refusedPasskey();
  const counts = info.newCounter > 0 || row.counter > 0;
  return {
    counter: info.newCounter,
    synced: info.credentialBackedUp,
    copied: counts && info.newCounter <= row.counter,
  };
};
