import { roleOf } from '@konsil/server-domain/accounts/account-kind';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { accounts, sessions, tickets } from '@konsil/server-domain/schema';
import type { Actor } from '@konsil/server-domain/access/access';
import { isAhead, later } from '@konsil/server-platform/clock';
import { newToken, sameBytes, sha256 } from '@konsil/server-platform/keys/crypto';
import { sessionCookie } from '@konsil/server-domain/sessions/session-cookies';
import { isAlive, isComplete, type Demands } from '@konsil/server-domain/sessions/sessions';
import { hasBegun } from '@konsil/server-platform/database/time';

export type TicketRow = typeof tickets.$inferSelect;
interface NewTicket {
  kind: TicketRow['kind'];
  documentId?: string;
  studyUid?: string;
  storageKey?: string;
  importId?: string;
  referralId?: string;
  member?: number;
}
interface Bearer {
  accountId: string;
  sessionId: string;
}
/** A valid ticket with a running session. Access is checked separately. */
export interface HeldTicket {
  ticket: TicketRow;
  actor: Actor;
}

/** Issues a ticket; only its hash is stored. */
export const issueTicket = async (
  tx: Tx,
  { accountId, sessionId }: Bearer,
  ticket: NewTicket,
  now: Date,
  ms: number,
): Promise<{ token: string; expiresAt: Date }> => {
  const [token, expiresAt] = [newToken(), later(now, ms)];
  await tx
    .insert(tickets)
    .values({ tokenHash: sha256(token), accountId, sessionId, createdAt: now, expiresAt, ...ticket });
  return { token, expiresAt };
};

interface BoundSession {
  browserBound: boolean;
  cookieHash: Buffer;
}
/** A ticket works only in its browser: the session's HttpOnly cookie must accompany it. */
const isBearer = (session: BoundSession, request: FastifyRequest | null): boolean => {
  if (!session.browserBound || !request) return true;
  const cookie = sessionCookie(request);
  return cookie !== undefined && sameBytes(session.cookieHash, sha256(cookie));
};

/** A ticket that was presented. */
interface Shown {
  kind: TicketRow['kind'];
  token: string;
  /** The browser's request; null if the viewer, which has its own cookies, presents the ticket. */
  request: FastifyRequest | null;
  now: Date;
}

export const holdTicket = async (
  db: Database | Tx,
  demands: Demands,
  { kind, token, request, now }: Shown,
): Promise<HeldTicket | null> => {
  const [found] = await db
    .select({ ticket: tickets, session: sessions, account: accounts })
    .from(tickets)
    .innerJoin(sessions, eq(sessions.id, tickets.sessionId))
    .innerJoin(accounts, eq(accounts.id, tickets.accountId))
    .where(
      and(
        eq(tickets.tokenHash, sha256(token)),
        eq(tickets.kind, kind),
        gt(tickets.expiresAt, now),
        hasBegun(tickets.createdAt, now),
        isAlive(now),
      ),
    );
  if (!found || !isComplete(found.account, demands) || !isBearer(found.session, request)) return null;
  return { ticket: found.ticket, actor: { accountId: found.ticket.accountId, role: roleOf(found.account) } };
};

/** The reason why a ticket is no longer valid; null if it is, or if it is no longer stored. */
export const ticketRefusal = async (
  db: Database | Tx,
  demands: Demands,
  { kind, token, now }: Omit<Shown, 'request'>,
): Promise<'signed_out' | 'no_look' | null> => {
  const [found] = await db
    .select({
      expiresAt: tickets.expiresAt,
      createdAt: tickets.createdAt,
      account: accounts,
      goesOn: sql<boolean>`${isAlive(now)}`,
    })
    .from(tickets)
    .innerJoin(sessions, eq(sessions.id, tickets.sessionId))
    .innerJoin(accounts, eq(accounts.id, tickets.accountId))
    .where(and(eq(tickets.tokenHash, sha256(token)), eq(tickets.kind, kind)));
  if (!found) return null;
  // The portal says at the next sign-in what the account lacks.
  if (!found.goesOn || !isComplete(found.account, demands)) return 'signed_out';
  return found.expiresAt <= now || isAhead(found.createdAt, now) ? 'no_look' : null;
};

/** The account of a running session, for signed tickets. */
export const holdSession = async (
  db: Database | Tx,
  demands: Demands,
  { sessionId, request, now }: { sessionId: string; request: FastifyRequest; now: Date },
): Promise<Actor | null> => {
  const [found] = await db
    .select({ session: sessions, account: accounts })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.id, sessionId), isAlive(now)));
  return found && isComplete(found.account, demands) && isBearer(found.session, request)
    ? { accountId: found.session.accountId, role: roleOf(found.account) }
    : null;
};

/** Uses up a one-time ticket; false if it was used concurrently. */
export const spendTicket = async (tx: Database | Tx, { tokenHash }: TicketRow, now: Date): Promise<boolean> =>
  (
    await tx
      .update(tickets)
      .set({ usedAt: now })
      .where(and(eq(tickets.tokenHash, tokenHash), isNull(tickets.usedAt)))
      .returning({ hash: tickets.tokenHash })
  ).length > 0;

/** Extends a ticket that lasts as long as it is used. */
export const prolongTicket = async (db: Database | Tx, { tokenHash }: TicketRow, until: Date): Promise<void> => {
  await db
    .update(tickets)
    .set({ expiresAt: sql`greatest(${tickets.expiresAt}, ${until})` })
    .where(eq(tickets.tokenHash, tokenHash));
};

/** Deletes expired tickets. */
export const sweepTickets = async (db: Database, now: Date): Promise<void> => {
  await db.delete(tickets).where(lt(tickets.expiresAt, now));
};
