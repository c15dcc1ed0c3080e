import { asciiAddress } from '@konsil/contracts/mail-address';
import { and, eq, gt, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { hasBegun } from '@konsil/server-platform/database/time';
import { isAhead } from '@konsil/server-platform/clock';
import { notifyProcesses } from '@konsil/server-platform/events/notify';
import { hmac } from '@konsil/server-platform/keys/crypto';
import type { Vault } from '@konsil/server-platform/keys/vault';
import type { Actor } from '../access/access.ts';
import { withAllRows } from '../database/roles.ts';
import { referralFiles, referrals, tickets, type accounts } from '../schema.ts';
import type { Session } from '../sessions/sessions.ts';

export type ReferralRow = typeof referrals.$inferSelect;
type Owner = Pick<Session, 'accountId' | 'email'>;

/** The keyed hash of an email address, by which a referral finds its person. */
export const addressHash = (vault: Vault, email: string): Buffer =>
  hmac(vault.purposeKey('blind-index'), 'referral address', asciiAddress(email).toLowerCase());

const waiting = (now: Date) =>
  and(eq(referrals.state, 'pending'), gt(referrals.expiresAt, now), hasBegun(referrals.createdAt, now));
/** True for a referral that expired, or is dated by a clock that was set back since. */
export const isOver = ({ state, expiresAt, createdAt }: ReferralRow, now: Date): boolean =>
  state === 'pending' && (expiresAt <= now || isAhead(createdAt, now));
const unclaimedFor = (vault: Vault, { email }: Owner) =>
  and(isNull(referrals.accountId), eq(referrals.emailHash, addressHash(vault, email)));

/** SQL: referrals that wait for this owner's decision, including those from before the account existed. */
export const waitingFor = (vault: Vault, owner: Owner, now: Date) =>
  and(waiting(now), or(eq(referrals.accountId, owner.accountId), unclaimedFor(vault, owner)));

export const countReferrals = (tx: Tx, vault: Vault, owner: Owner, now: Date): Promise<number> =>
  withAllRows(tx, () => tx.$count(referrals, waitingFor(vault, owner, now)));

/** Binds waiting referrals to this account: its address is confirmed, and may change later. */
export const claimReferrals = async (tx: Tx, vault: Vault, owner: Owner, now: Date): Promise<ReferralRow[]> => {
  await withAllRows(tx, () =>
    tx
      .update(referrals)
      .set({ accountId: owner.accountId })
      .where(and(waiting(now), unclaimedFor(vault, owner))),
  );
  return tx
    .select()
    .from(referrals)
    .where(and(waiting(now), eq(referrals.accountId, owner.accountId)))
    .orderBy(referrals.createdAt, referrals.id);
};

/** One that waits for this account. */
export const waitingReferral = async (
  tx: Tx,
  accountId: string,
  id: string,
  now: Date,
): Promise<ReferralRow | undefined> =>
  (
    await tx
      .select()
      .from(referrals)
      .where(and(eq(referrals.id, id), eq(referrals.accountId, accountId), waiting(now)))
      .for('update')
  )[0];

/** A referral that the calling system prepared, in any state. */
export const sentReferral = async (
  tx: Tx,
  { accountId, clientId }: Pick<Actor, 'accountId' | 'clientId'>,
  id: string,
): Promise<ReferralRow | undefined> =>
  clientId === undefined
    ? undefined
    : (
        await tx
          .select()
          .from(referrals)
          .where(and(eq(referrals.id, id), eq(referrals.clientId, clientId), eq(referrals.doctorId, accountId)))
      )[0];

export const filesOfReferral = (tx: Tx | Database, id: string) =>
  tx.select().from(referralFiles).where(eq(referralFiles.referralId, id)).orderBy(referralFiles.position);

/**
 * Ends referrals: their content, their key, the hash of the address and the rows of their files go; the state stays for the
 * system that sent them.
 * @returns the storage keys of the files
 */
export const endReferrals = async (
  tx: Tx,
  vault: Vault,
  which: SQL,
  state: 'accepted' | 'refused' | 'expired',
  now: Date,
): Promise<string[]> => {
  const rows = await tx
    .update(referrals)
    .set({ state, sealed: null, decidedAt: now, emailHash: Buffer.alloc(0) })
    .where(and(eq(referrals.state, 'pending'), which))
    .returning({ id: referrals.id });
  const ids = rows.map(({ id }) => id);
  await tx.delete(tickets).where(inArray(tickets.referralId, ids));
  const files = await tx
    .delete(referralFiles)
    .where(inArray(referralFiles.referralId, ids))
    .returning({ key: referralFiles.storageKey });
  for (const owner of ids) {
    await vault.destroy(tx, owner);
    await notifyProcesses(tx, { kind: 'key_destroyed', owner });
  }
  return files.map(({ key }) => key);
};

/**
 * Ends the referrals that wait for an erased account or its address, and those that its systems prepared, so that
 * nothing names the account any more. Referrals to an unconfirmed address go on waiting, because it may be somebody
 * else's.
 */
export const eraseReferrals = async (
  tx: Tx,
  vault: Vault,
  { id, email, emailConfirmedAt }: Pick<typeof accounts.$inferSelect, 'id' | 'email' | 'emailConfirmedAt'>,
  now: Date,
) => {
  const concerned = or(
    eq(referrals.accountId, id),
    eq(referrals.doctorId, id),
    emailConfirmedAt ? unclaimedFor(vault, { accountId: id, email }) : undefined,
  );
  const keys = concerned ? await endReferrals(tx, vault, concerned, 'expired', now) : [];
  await tx.update(referrals).set({ accountId: null }).where(eq(referrals.accountId, id));
  return keys;
};
