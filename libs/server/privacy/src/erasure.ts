import { and, eq, gt, inArray, isNull, lte, notExists } from 'drizzle-orm';
import { accounts, mailLinks, patients } from '@konsil/server-domain/schema';
import type { Tx } from '@konsil/server-platform/database/client';
import { refuseFastClock } from '@konsil/server-platform/database/time';
import { appendAudit, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { later } from '@konsil/server-platform/clock';
import { forEach } from '@konsil/server-platform/each';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { Problem } from '@konsil/server-platform/http/problems';
import type { Work } from '@konsil/server-domain/kernel/work';
import { accountByEmail, accountById, type AccountRow } from '@konsil/server-domain/accounts/accounts.queries';
import { OperatorError, operator } from '@konsil/server-consultation/doctors/invitations';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { endAllSharing } from './consents.queries.ts';
import { endHelp } from './end-help.ts';
import { eraseAccount, isErasable } from './erase-account.ts';
import { lockRecords } from './hold-records.ts';
import { isLongReleased, lastKnownAlive, longReleased } from '@konsil/server-domain/accounts/legal-hold';
import { portalOf } from '@konsil/server-platform/http/origins';
import { isOfKind, roleOf } from '@konsil/server-domain/accounts/account-kind';
import { gatherErasures, readErasures, takeOverFiles } from './tombstones.ts';
import { keptMs } from '@konsil/server-platform/retention';

const graceMs = keptMs('erasures');
const unconfirmedMs = keptMs('unconfirmed-sign-ups');

interface Planned {
  erasureAt: Date;
  /** A legal hold stops it. */
  held: boolean;
  /** The audit entries of the erasure, and of the sharing that it ended. */
  records: AuditEntry[];
}

/** Locks all cases of an account, then the account: a concurrent request is either shared before or refused. */
const heldAccount = async (tx: Tx, id: string): Promise<AccountRow> => {
  await lockRecords(tx, id);
  return accountById(tx, id, true);
};

/** The entries for the installation's chain, and for each patient of the account. */
const recordsOf = async (
  tx: Tx,
  accountId: string,
  action: 'account.erase' | 'account.keep',
): Promise<AuditEntry[]> => {
  const ofAccount = await tx.select({ patientId: patients.id }).from(patients).where(eq(patients.accountId, accountId));
  return [{}, ...ofAccount].map((of) => ({ action, result: 'allowed', ...of }));
};

/**
 * Schedules the erasure of an account, ends all sharing at once, and notifies its owner. Repeating it does not move the
 * day.
 */
const setErasure = async (
  { vault, env }: Pick<Kernel, 'vault' | 'env'>,
  tx: Tx,
  account: AccountRow,
  now: Date,
): Promise<Planned> => {
  const held = account.heldAt !== null;
  if (account.erasureAt) return { erasureAt: account.erasureAt, held, records: [] };
  const erasureAt = later(now, graceMs);
  await tx.update(accounts).set({ erasureAt }).where(eq(accounts.id, account.id));
  await enqueueEmail(tx, vault, {
    to: account.email,
    locale: account.locale,
    accountId: account.id,
    template: 'erasure_requested',
    data: {
      at: dayAndTime(erasureAt, account.locale),
      link: portalOf(env, account.role),
      shares: isOfKind(account, 'patient'),
      assists: isOfKind(account, 'assistant'),
      held,
    },
  });
  const left = await endHelp({ tx, now, kernel: { vault, env } }, account);
  const ended = await endAllSharing({
    tx,
    now,
    actor: { accountId: account.id, role: roleOf(account) },
    kernel: { vault, env },
  });
  return { erasureAt, held, records: [...(await recordsOf(tx, account.id, 'account.erase')), ...ended, ...left] };
};

/** Accounts under a legal hold still exist after the day. */
const isTooLate = ({ erasureAt, heldAt }: AccountRow, now: Date): boolean =>
  erasureAt !== null && erasureAt <= now && heldAt === null;

/** @returns the audit entries; empty if no erasure was planned */
const takeBack = async (tx: Tx, { id, erasureAt }: AccountRow): Promise<AuditEntry[]> => {
  if (!erasureAt) return [];
  await tx.update(accounts).set({ erasureAt: null }).where(eq(accounts.id, id));
  return recordsOf(tx, id, 'account.keep');
};

/** A user requests the erasure of their own account. */
export const requestErasure = async ({ kernel, tx, actor, now }: Work): Promise<Planned> =>
  setErasure(kernel, tx, await heldAccount(tx, actor.accountId), now);

/**
 * @returns the audit entries
 * @throws {Problem} `not_allowed_now` on or after the day.
 */
export const cancelErasure = async ({ tx, actor, now }: Work): Promise<AuditEntry[]> => {
  const account = await accountById(tx, actor.accountId, true);
  if (isTooLate(account, now)) throw new Problem('not_allowed_now');
  return takeBack(tx, account);
};

/**
 * Requests or cancels an erasure for somebody who cannot sign in (Art. 17 GDPR). An operator calls it; the owner is
 * told and can cancel the erasure.
 * @param keep cancels an erasure instead
 * @returns the day on which the account is erased, null if the erasure was cancelled; and whether a legal hold stops it
 * @throws {OperatorError} if there is no such account, or no erasure that can still be cancelled.
 */
export const eraseForOwner = async (
  { db, vault, env, clock }: Pick<Kernel, 'db' | 'vault' | 'env' | 'clock'>,
  email: string,
  keep: boolean,
): Promise<{ day: Date | null; held: boolean }> =>
  db.transaction(async (tx) => {
    const now = clock.now();
    const found = await accountByEmail(tx, email);
    if (!found) throw new OperatorError(`There is no account with the address ${email}.`);
    if (isOfKind(found, 'operator'))
      throw new OperatorError(`${email} is an operator: close the account with "operator close".`);
    const account = await heldAccount(tx, found.id);
    if (keep && (!account.erasureAt || isTooLate(account, now)))
      throw new OperatorError(`No erasure of ${email} can be taken back.`);
    const { erasureAt, records } = keep
      ? { erasureAt: null, records: await takeBack(tx, account) }
      : await setErasure({ vault, env }, tx, account, now);
    // A repeated request changes nothing, but is audited as the operator's.
    await appendAudit(
      tx,
      vault,
      operator,
      now,
      records.length > 0 ? records : [{ action: 'account.erase', result: 'allowed' }],
    );
    return { day: erasureAt, held: account.heldAt !== null };
  });

const eraseEach = async (
  kernel: Kernel,
  ids: readonly string[],
  due: Parameters<typeof eraseAccount>[2],
  isRepeated = false,
): Promise<number> => {
  let erased = 0;
  await forEach(ids, async (id) => {
    if (await eraseAccount(kernel, id, due, isRepeated)) erased += 1;
  });
  return erased;
};

/** Erases the accounts whose waiting period is over, except those under a legal hold. */
export const eraseDueAccounts = async (kernel: Kernel): Promise<number> => {
  await refuseFastClock(kernel.db);
  const now = kernel.clock.now();
  const due = await kernel.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(lte(accounts.erasureAt, now), isNull(accounts.heldAt)));
  return eraseEach(
    kernel,
    due.map(({ id }) => id),
    ({ erasureAt }) => erasureAt !== null && erasureAt <= now,
  );
};

/**
 * Erases unconfirmed sign-ups after 30 days: they may concern somebody who knows nothing of them (Art. 5 (1) (c) and
 * (e) GDPR). A recently sent link delays it until the link expires.
 */
export const eraseUnconfirmed = async (kernel: Kernel): Promise<number> => {
  const { db } = kernel;
  await refuseFastClock(db);
  const now = kernel.clock.now();
  const left = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.role, 'patient'),
        isNull(accounts.emailConfirmedAt),
        lte(accounts.createdAt, later(now, -unconfirmedMs)),
        longReleased(now),
        notExists(
          db
            .select()
            .from(mailLinks)
            .where(and(eq(mailLinks.accountId, accounts.id), isNull(mailLinks.usedAt), gt(mailLinks.expiresAt, now))),
        ),
      ),
    );
  return eraseEach(
    kernel,
    left.map(({ id }) => id),
    (account) => account.emailConfirmedAt === null && isLongReleased(account, now),
  );
};

/**
 * Erases again the accounts that a backup restored. Run it before serving requests. A tombstone does not count for an
 * account that is known to have existed after it: a hold, the end of a hold or the confirmed address proves that.
 */
export const applyTombstones = async (kernel: Kernel): Promise<number> => {
  await takeOverFiles(kernel);
  await gatherErasures(kernel);
  let erased = 0;
  for await (const erasures of readErasures(kernel)) {
    const ids = erasures.map(({ account }) => account);
    const back = await kernel.db.select({ id: accounts.id }).from(accounts).where(inArray(accounts.id, ids));
    erased += await eraseEach(
      kernel,
      back.map(({ id }) => id),
      (account) =>
        isErasable(account) &&
        erasures.some(({ account: id, at }) => id === account.id && lastKnownAlive(account) <= at),
      true,
    );
  }
  return erased;
};
