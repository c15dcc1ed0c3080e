import type { RegistrationStep } from '@konsil/contracts/accounts';
import type { Locale } from '@konsil/contracts/codes';
import { and, desc, eq, gt, inArray, isNull, lte, ne, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { accounts, sessions } from '../schema.ts';
import type { Env } from '@konsil/server-settings/env';
import type { Actor } from '../access/access.ts';
import { hourMs, later, minuteMs, secondMs, type Clock } from '@konsil/server-platform/clock';
import { hmac, newToken, sameBytes, sha256 } from '@konsil/server-platform/keys/crypto';
import { notifyProcesses } from '@konsil/server-platform/events/notify';
import type { Vault } from '@konsil/server-platform/keys/vault';

/** A session that is alive, with what every call needs to know of its account. */
export interface Session extends Actor {
  id: string;
  email: string;
  locale: Locale;
  step: RegistrationStep;
  secondFactor: boolean;
  /** Without the consent to health data records are only read. */
  consents: boolean;
  expiresAt: Date;
  absoluteExpiresAt: Date;
}
/** What the client gets of a new session; nothing of it is stored but hashes. */
export interface NewSession {
  id: string;
  /** The `Authorization` of the login answer. */
  token: string;
  /** The `CSRF_Token` of the login answer. */
  csrf: string;
  /** The HttpOnly `…session-token` cookie. */
  cookie: string;
  absoluteExpiresAt: Date;
}
export interface Device {
  /** Browser and system in words. */
  name: string;
  /** A browser's session works only together with its HttpOnly cookie. */
  isBrowser: boolean;
}

// Not every call writes: the end of the idle time is moved when it would move by more than this.
const touchAfterMs = 20 * secondMs;

type AccountState = Pick<typeof accounts.$inferSelect, 'emailConfirmedAt' | 'userDataAt' | 'phoneConfirmedAt'>;
/** The first step of the registration that is still missing (docs/product.md section 3). */
export const registrationStep = (account: AccountState): RegistrationStep => {
  if (!account.emailConfirmedAt) return 'confirm_email';
  if (!account.userDataAt) return 'userdata';
  return account.phoneConfirmedAt ? 'done' : 'code';
};

const isToken = (value: string | undefined): value is string => value !== undefined && /^[\w-]{43}$/.test(value);

/** Sessions are rows of the database: each can be ended at once, by every process. */
export class Sessions {
  private readonly idleMs: number;
  private readonly absoluteMs: number;
  private readonly most: number;
  private readonly ofToken: ReturnType<typeof livingSession>;
  private readonly ofCookie: ReturnType<typeof livingSession>;

  constructor(
    private readonly db: Database,
    private readonly vault: Vault,
    private readonly clock: Clock,
    env: Pick<Env, 'SESSION_IDLE_MINUTES' | 'SESSION_ABSOLUTE_HOURS' | 'SESSIONS_PER_ACCOUNT'>,
  ) {
    this.idleMs = env.SESSION_IDLE_MINUTES * minuteMs;
    this.most = env.SESSIONS_PER_ACCOUNT;
    this.absoluteMs = env.SESSION_ABSOLUTE_HOURS * hourMs;
    this.ofToken = livingSession(db, 'session_of_token', sessions.tokenHash);
    this.ofCookie = livingSession(db, 'session_of_cookie', sessions.cookieHash);
  }

  /** Opens a session, with tokens that were never used before. */
  async start(tx: Tx, accountId: string, device: Device): Promise<NewSession> {
    const now = this.clock.now();
    const [token, cookie] = [newToken(), newToken()];
    const absoluteExpiresAt = later(now, this.absoluteMs);
    const [row] = await tx
      .insert(sessions)
      .values({
        accountId,
        tokenHash: sha256(token),
        cookieHash: sha256(cookie),
        browserBound: device.isBrowser,
        device: device.name,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: later(now, Math.min(this.idleMs, this.absoluteMs)),
        absoluteExpiresAt,
      })
      .returning({ id: sessions.id });
    if (!row) throw new Error('The session was not stored.');
    return { id: row.id, token, cookie, csrf: this.csrfOf(row.id), absoluteExpiresAt };
  }

  /** New tokens for a session that goes on (after a code, a changed password): the old ones are dead at once. */
  async renew(tx: Tx, sessionId: string): Promise<NewSession> {
    const now = this.clock.now();
    const [token, cookie] = [newToken(), newToken()];
    const [row] = await tx
      .update(sessions)
      .set({
        tokenHash: sha256(token),
        cookieHash: sha256(cookie),
        lastSeenAt: now,
        expiresAt: sql`least(${later(now, this.idleMs)}, ${sessions.absoluteExpiresAt})`,
      })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
      .returning({ absoluteExpiresAt: sessions.absoluteExpiresAt });
    if (!row) throw new Error('The session has ended.');
    return { id: sessionId, token, cookie, csrf: this.csrfOf(sessionId), absoluteExpiresAt: row.absoluteExpiresAt };
  }

  /** The session of a header token; one bound to a browser needs its cookie too. */
  async byToken(token: string | undefined, cookie: string | undefined): Promise<Session | null> {
    if (!isToken(token)) return null;
    const [found] = await this.ofToken.execute({ hash: sha256(token), now: this.clock.now() });
    const holds =
      found &&
      (!found.session.browserBound || (isToken(cookie) && sameBytes(found.session.cookieHash, sha256(cookie))));
    return holds ? this.describe(found) : null;
  }

  /** The session of the HttpOnly cookie: for /api/auth only. */
  async byCookie(cookie: string | undefined): Promise<Session | null> {
    return isToken(cookie)
      ? this.describe((await this.ofCookie.execute({ hash: sha256(cookie), now: this.clock.now() }))[0])
      : null;
  }

  /** Moves the end of the idle time; returns the session as it stands then. */
  async touch(session: Session): Promise<Session> {
    const now = this.clock.now();
    const expiresAt = new Date(Math.min(later(now, this.idleMs).getTime(), session.absoluteExpiresAt.getTime()));
    if (expiresAt.getTime() - session.expiresAt.getTime() < touchAfterMs) return session;
    await this.db
      .update(sessions)
      .set({ expiresAt, lastSeenAt: now })
      .where(and(eq(sessions.id, session.id), isNull(sessions.endedAt)));
    return { ...session, expiresAt };
  }

  /** Ends sessions; streams of theirs are cut in every process. */
  async end(
    tx: Tx,
    which: { sessionId: string } | { cookie: string | undefined } | { accountId: string; except?: string },
  ): Promise<void> {
    if ('cookie' in which && !isToken(which.cookie)) return;
    const rule =
      'sessionId' in which
        ? eq(sessions.id, which.sessionId)
        : 'cookie' in which
          ? eq(sessions.cookieHash, sha256(which.cookie ?? ''))
          : and(eq(sessions.accountId, which.accountId), which.except ? ne(sessions.id, which.except) : undefined);
    const ended = await tx
      .update(sessions)
      .set({ endedAt: this.clock.now() })
      .where(and(rule, isNull(sessions.endedAt)))
      .returning({ id: sessions.id });
    await notifyProcesses(tx, { kind: 'sessions_ended', sessions: ended.map((row) => row.id) });
  }

  /** Ends the sessions of an account beyond the most that it may have, those first that were used least lately. Returns how many. */
  async endSurplus(tx: Tx, accountId: string): Promise<number> {
    const now = this.clock.now();
    const surplus = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(
        and(
          eq(sessions.accountId, accountId),
          isNull(sessions.endedAt),
          gt(sessions.expiresAt, now),
          gt(sessions.absoluteExpiresAt, now),
        ),
      )
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
      .offset(this.most);
    const ended = await tx
      .update(sessions)
      .set({ endedAt: now })
      .where(inArray(sessions.id, surplus))
      .returning({ id: sessions.id });
    await notifyProcesses(tx, { kind: 'sessions_ended', sessions: ended.map((row) => row.id) });
    return ended.length;
  }

  /** Which of these sessions are still alive. */
  async alive(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(accounts, eq(accounts.id, sessions.accountId))
      .where(and(inArray(sessions.id, [...ids]), isAlive(this.clock.now())));
    return new Set(rows.map((row) => row.id));
  }

  /** Marks sessions whose time is over as ended, so that a clock that jumps back does not wake them. */
  async sweep(): Promise<void> {
    const now = this.clock.now();
    await this.db
      .update(sessions)
      .set({ endedAt: now })
      .where(and(isNull(sessions.endedAt), or(lte(sessions.expiresAt, now), lte(sessions.absoluteExpiresAt, now))));
  }

  /** The csrf token of a session: random part and its keyed hash, bound to the session. */
  csrfOf(sessionId: string): string {
    const random = newToken();
    return `${random}.${this.csrfHash(sessionId, random).toString('base64url')}`;
  }
  csrfHolds(sessionId: string, given: string | undefined): boolean {
    const [random, hash, more] = (given ?? '').split('.');
    return (
      Boolean(random && hash && more === undefined) &&
      sameBytes(Buffer.from(hash ?? '', 'base64url'), this.csrfHash(sessionId, random ?? ''))
    );
  }
  private csrfHash(sessionId: string, random: string): Buffer {
    return hmac(this.vault.purposeKey('csrf'), sessionId, random);
  }

  private describe(
    row: { session: typeof sessions.$inferSelect; account: typeof accounts.$inferSelect } | undefined,
  ): Session | null {
    if (!row) return null;
    const { account, session } = row;
    return {
      id: session.id,
      accountId: account.id,
      role: account.role,
      email: account.email,
      locale: account.locale,
      step: registrationStep(account),
      secondFactor: account.secondFactorAt !== null,
      consents: account.consentWithdrawnAt === null,
      expiresAt: session.expiresAt,
      absoluteExpiresAt: session.absoluteExpiresAt,
    };
  }
}

const isAlive = (now: Date | Placeholder): SQL | undefined =>
  and(
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.absoluteExpiresAt, now),
    isNull(accounts.deactivatedAt),
  );

/** Every call asks this: planned once for each connection. */
const livingSession = (db: Database, name: string, hash: typeof sessions.tokenHash | typeof sessions.cookieHash) =>
  db
    .select({ session: sessions, account: accounts })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(hash, sql.placeholder('hash')), isAlive(sql.placeholder('now'))))
    .prepare(name);
