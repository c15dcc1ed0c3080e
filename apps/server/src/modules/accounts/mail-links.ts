import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Database, Tx } from '../../db/client.ts';
import { mailLinks } from '../../db/schema';
import { hourMs, later } from '../../kernel/clock.ts';
import { newToken, sha256 } from '../../kernel/crypto.ts';
import { Problem } from '../../kernel/problems.ts';

type Purpose = (typeof mailLinks.$inferSelect)['purpose'];

const validMs: Record<Purpose, number> = { confirm_email: 24 * hourMs, invitation: 24 * hourMs, change_email: 24 * hourMs, reset_password: hourMs };

/** Where each link leads: a page of the portal, which asks before it uses the token (a scanner's visit burns nothing). */
const pages: Record<Purpose, string> = { confirm_email: '/register/confirm', change_email: '/register/confirm', invitation: '/invitation', reset_password: '/reset-password' };

/** Makes a link of 256 random bits for one use; earlier ones of the same purpose stop working. */
export const issueLink = async (tx: Tx, link: { accountId: string; purpose: Purpose; sealed?: Buffer; portal: string; now: Date }): Promise<string> => {
  const { accountId, purpose, sealed, portal, now } = link;
  await tx.update(mailLinks).set({ usedAt: now }).where(and(eq(mailLinks.accountId, accountId), eq(mailLinks.purpose, purpose), isNull(mailLinks.usedAt)));
  const token = newToken();
  await tx.insert(mailLinks).values({ accountId, purpose, sealed: sealed ?? null, tokenHash: sha256(token), createdAt: now, expiresAt: later(now, validMs[purpose]) });
  return `${portal}${pages[purpose]}?token=${token}`;
};

const usable = (token: string, purposes: Purpose[], now: Date) =>
  and(eq(mailLinks.tokenHash, sha256(token)), inArray(mailLinks.purpose, purposes), isNull(mailLinks.usedAt), gt(mailLinks.expiresAt, now));

/** The link behind a token, without using it. */
export const peekLink = async (db: Database, token: string, purposes: Purpose[], now: Date) => {
  const [link] = await db.select().from(mailLinks).where(usable(token, purposes, now));
  if (!link) throw new Problem('link_expired');
  return link;
};

/**
 * Uses a link up.
 * @throws {Problem} `link_expired` when it was used, has expired or never was.
 */
export const takeLink = async (tx: Tx, token: string, purposes: Purpose[], now: Date) => {
  const [link] = await tx.update(mailLinks).set({ usedAt: now }).where(usable(token, purposes, now)).returning();
  if (!link) throw new Problem('link_expired');
  return link;
};
