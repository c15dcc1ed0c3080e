import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { mailLinks } from '@konsil/server-domain/schema';
import { hourMs, later, minuteMs } from '@konsil/server-platform/clock';
import { newToken, sha256 } from '@konsil/server-platform/keys/crypto';
import type { Limits } from '@konsil/server-platform/limits';
import { Problem } from '@konsil/server-platform/http/problems';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { letterHits } from '@konsil/server-domain/accounts/account-limits';
import {
  accountById,
  openSecrets,
  saveSecrets,
  type AccountRow,
} from '@konsil/server-domain/accounts/accounts.queries';

type Link = typeof mailLinks.$inferSelect;
type Purpose = Link['purpose'];

const validMs: Record<Purpose, number> = {
  confirm_email: 24 * hourMs,
  invitation: 24 * hourMs,
  change_email: 24 * hourMs,
  reset_password: hourMs,
};

/** Where each link leads: a page of the portal, which asks before it uses the token (a scanner's visit burns nothing). */
const pages: Record<Purpose, string> = {
  confirm_email: '/register/confirm',
  change_email: '/register/confirm',
  invitation: '/invitation',
  reset_password: '/reset-password',
};

const unused = (accountId: string, purpose?: Purpose) =>
  and(
    eq(mailLinks.accountId, accountId),
    purpose ? eq(mailLinks.purpose, purpose) : undefined,
    isNull(mailLinks.usedAt),
  );

/**
 * Makes a link of 256 random bits for one use, bound to the address `to` that it is sent to. Earlier ones of the same purpose stop working;
 * those that set a new password go on until one is used: a stranger who asks for another takes none away.
 */
export const issueLink = async (
  tx: Tx,
  vault: Vault,
  link: { accountId: string; purpose: Purpose; to: string; portal: string; now: Date },
): Promise<string> => {
  const { accountId, purpose, to, portal, now } = link;
  if (purpose !== 'reset_password') await tx.update(mailLinks).set({ usedAt: now }).where(unused(accountId, purpose));
  const token = newToken();
  await tx.insert(mailLinks).values({
    accountId,
    purpose,
    sealed: await vault.seal(tx, accountId, { email: to }),
    tokenHash: sha256(token),
    createdAt: now,
    expiresAt: later(now, validMs[purpose]),
  });
  return `${portal}${pages[purpose]}#token=${token}`;
};

// As long as somebody may take to find the letter that came before.
const goodForMs = 15 * minuteMs;

/**
 * Whether another letter with a link leaves, of an account whose row is there: only while there were not too many to its address, or when
 * none that was sent is good for a while longer. Whoever asked reads the same: nobody is kept from a link by what strangers ask for.
 */
export const mayLeave = async (
  tx: Tx,
  limits: Limits,
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
  purpose: Purpose,
  now: Date,
): Promise<boolean> =>
  (await limits.allowsIn(tx, ...letterHits(email))) ||
  (await tx.$count(mailLinks, and(unused(id, purpose), gt(mailLinks.expiresAt, later(now, goodForMs))))) === 0;

/** The link behind a token, without using it. */
export const peekLink = async (db: Database | Tx, token: string, purposes: Purpose[], now: Date): Promise<Link> => {
  const [link] = await db
    .select()
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.tokenHash, sha256(token)),
        inArray(mailLinks.purpose, purposes),
        isNull(mailLinks.usedAt),
        gt(mailLinks.expiresAt, now),
      ),
    );
  if (!link) throw new Problem('link_expired');
  return link;
};

/** The address that a link speaks for now: a changed one while it waits, otherwise the account's own. */
const meantAddress = async (
  tx: Tx,
  vault: Vault,
  account: AccountRow,
  purpose: Purpose,
): Promise<string | undefined> =>
  purpose === 'change_email' ? (await openSecrets(tx, vault, account)).pending_email : account.email;

/**
 * Uses a link up, and holds its account until the transaction ends.
 * @returns what it was for, its account, and the address it was sent to
 * @throws {Problem} `link_expired` when it was used, has expired, never was, or was sent to an address that is not meant any more.
 */
export const takeLink = async (
  tx: Tx,
  vault: Vault,
  token: string,
  purposes: Purpose[],
  now: Date,
): Promise<{ purpose: Purpose; account: AccountRow; email: string }> => {
  const found = await peekLink(tx, token, purposes, now);
  const account = await accountById(tx, found.accountId, true);
  const [link] = await tx
    .update(mailLinks)
    .set({ usedAt: now })
    .where(and(eq(mailLinks.id, found.id), isNull(mailLinks.usedAt)))
    .returning();
  const email = link?.sealed ? (await vault.open<{ email: string }>(tx, account.id, link.sealed)).email : null;
  const meant = await meantAddress(tx, vault, account, found.purpose);
  if (!email || email.toLowerCase() !== meant?.toLowerCase()) throw new Problem('link_expired');
  return { purpose: found.purpose, account, email };
};

/**
 * What whoever secures an account counts on: no link that was sent before works any more, and no new address waits.
 * @param account whose row is locked
 */
export const retireLinks = async (tx: Tx, vault: Vault, account: AccountRow, now: Date): Promise<void> => {
  await tx.update(mailLinks).set({ usedAt: now }).where(unused(account.id));
  if ((await openSecrets(tx, vault, account)).pending_email)
    await saveSecrets(tx, vault, account.id, { pending_email: undefined });
};
