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
import { mailLinkContent } from '@konsil/server-domain/sealed/mail-link';
import { hasBegun } from '@konsil/server-platform/database/time';

type Link = typeof mailLinks.$inferSelect;
type Purpose = Link['purpose'];

const validMs: Record<Purpose, number> = {
  confirm_email: 24 * hourMs,
  invitation: 24 * hourMs,
  change_email: 24 * hourMs,
  reset_password: hourMs,
};

/**
 * The portal page of each link, which asks before it uses the token, so that a mail scanner's visit uses nothing up.
 */
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
 * Creates a one-time link of 256 random bits, bound to the address `to`. Earlier ones of the same purpose become
 * invalid, except password links, so that another person's request does not cancel them.
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
    sealed: await vault.seal(tx, accountId, mailLinkContent, { email: to }),
    tokenHash: sha256(token),
    createdAt: now,
    expiresAt: later(now, validMs[purpose]),
  });
  return `${portal}${pages[purpose]}#token=${token}`;
};

// Time in which somebody can still find the previous email.
const goodForMs = 15 * minuteMs;

/**
 * True if another email with a link may be sent for an existing account: only below the limit for its address, or when
 * no sent link is valid for a while. The response is the same, and requests by others keep nobody from getting a link.
 */
export const maySendLink = async (
  tx: Tx,
  limits: Limits,
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
  purpose: Purpose,
  now: Date,
): Promise<boolean> =>
  (await limits.allowsIn(tx, ...letterHits(email))) ||
  (await tx.$count(
    mailLinks,
    and(unused(id, purpose), gt(mailLinks.expiresAt, later(now, goodForMs)), hasBegun(mailLinks.createdAt, now)),
  )) === 0;

/** Looks up the link of a token without using it. */
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
        hasBegun(mailLinks.createdAt, now),
      ),
    );
  if (!link) throw new Problem('link_expired');
  return link;
};

/** The address a link currently stands for: a pending changed one, otherwise the account's. */
const meantAddress = async (
  tx: Tx,
  vault: Vault,
  account: AccountRow,
  purpose: Purpose,
): Promise<string | undefined> =>
  purpose === 'change_email' ? (await openSecrets(tx, vault, account)).pending_email : account.email;

/**
 * Uses a link up, and locks its account until the transaction ends.
 * @returns its purpose, its account, and the address it was sent to
 * @throws {Problem} `link_expired` if it was used, expired, unknown, or sent to an address that no longer applies.
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
  const email = link?.sealed ? (await vault.open(tx, account.id, mailLinkContent, link.sealed)).email : null;
  const meant = await meantAddress(tx, vault, account, found.purpose);
  if (!email || email.toLowerCase() !== meant?.toLowerCase()) throw new Problem('link_expired');
  return { purpose: found.purpose, account, email };
};

/**
 * Secures an account: earlier links stop working, and a pending new address is discarded.
 * @param account whose row is locked
 */
export const retireLinks = async (tx: Tx, vault: Vault, account: AccountRow, now: Date): Promise<void> => {
  await tx.update(mailLinks).set({ usedAt: now }).where(unused(account.id));
  if ((await openSecrets(tx, vault, account)).pending_email)
    await saveSecrets(tx, vault, account.id, { pending_email: undefined });
};
