import type { RegistrationStep } from '@konsil/contracts/accounts';
import type { Locale } from '@konsil/contracts/codes';
import type { StoredKind } from '@konsil/contracts/stored-kinds';
import { and, desc, eq, gt, inArray, isNull, lte, ne, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { withAllRows } from '../database/roles.ts';
import { accounts, pushDevices, sessions } from '../schema.ts';
import type { Env } from '@konsil/server-settings/env';
import type { OnlyClinic } from '../access/access.ts';
import { isOfKind, sideOfKind } from '../accounts/account-kind.ts';
import { hourMs, later, minuteMs, secondMs, type Clock } from '@konsil/server-platform/clock';
import { hmac, newToken, sameBytes, sha256 } from '@konsil/server-platform/keys/crypto';
import { hasPassword } from '@konsil/server-platform/passwords';
import { notifyProcesses } from '@konsil/server-platform/events/notify';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { hasBegun, isOfFastClock } from '@konsil/server-platform/database/time';

/** A valid session with the account data that every request needs. */
export interface Session {
  id: string;
  accountId: string;
  role: StoredKind;
  email: string;
  locale: Locale;
  step: RegistrationStep;
  secondFactor: boolean;
  /** Without the consent to health data, records are read-only. */
  consents: boolean;
  expiresAt: Date;
  absoluteExpiresAt: Date;
  /** The time when the owner last showed who they are. */
  provedAt: Date | null;
  /** True if that was after the sign-in. */
  provedAgain: boolean;
  /** The backend client, or the app, that acts for the account by a token of its own; an app for one person. */
  client?: { id: string; scopes: readonly string[] } & (
    | { level: 'system'; clinic?: OnlyClinic }
    | { level: 'patient'; patientId: string }
  );
}
/** The client's part of a new session; only hashes are stored. */
export interface NewSession {
  id: string;
  /** The `Authorization` of the login response. */
  token: string;
  /** The `CSRF_Token` of the login response. */
  csrf: string;
  /** The HttpOnly `…session-token` cookie. */
  cookie: string;
  absoluteExpiresAt: Date;
}
export interface Device {
  /** Browser and system as text. */
  name: string;
  /** A browser's session needs its HttpOnly cookie, too. */
  isBrowser: boolean;
}

/** The identity at a provider that signed in, and the provider's own session. */
export interface StartedBy {
  identityId: string;
  providerSession: string | null;
}

// Not every request writes: the idle timeout is only extended by at least this much.
const touchAfterMs = 20 * secondMs;

type AccountState = Pick<
  typeof accounts.$inferSelect,
  'role' | 'emailConfirmedAt' | 'userDataAt' | 'phoneConfirmedAt' | 'secondFactorAt' | 'passwordHash'
>;
/** The operator's demands on accounts. */
export type Demands = Pick<Env, 'DOCTORS_NEED_SECOND_FACTOR'>;

/** Doctors and their helpers without a password sign in with a provider, whose second factor it then is (docs/identity-providers.md). */
const needsSecondFactor = (account: AccountState, demands: Demands): boolean =>
  isOfKind(account, 'operator') ||
  (demands.DOCTORS_NEED_SECOND_FACTOR && sideOfKind(account) === 'doctor' && hasPassword(account));

/** The first missing registration step (docs/product.md section 3). */
export const registrationStep = (account: AccountState, demands: Demands): RegistrationStep => {
  if (!account.emailConfirmedAt) return 'confirm_email';
  if (!isOfKind(account, 'operator')) {
    if (!account.userDataAt) return 'userdata';
    if (!account.phoneConfirmedAt) return 'code';
  }
  return !account.secondFactorAt && needsSecondFactor(account, demands) ? 'second_factor' : 'done';
};

/** True if an account lacks nothing: every other way in than a session's token asks for it, too. */
export const isComplete = (account: AccountState, demands: Demands): boolean =>
  registrationStep(account, demands) === 'done';

/** The account's part of a session. */
export const ofAccount = (account: typeof accounts.$inferSelect, demands: Demands) => ({
  accountId: account.id,
  role: account.role,
  email: account.email,
  locale: account.locale,
  step: registrationStep(account, demands),
  secondFactor: account.secondFactorAt !== null,
  consents: account.consentWithdrawnAt === null,
});

const isToken = (value: string | undefined): value is string => value !== undefined && /^[\w-]{43}$/.test(value);

/** Sessions are database rows: any process can end them at once. */
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
    private readonly env: Demands &
      Pick<Env, 'SESSION_IDLE_MINUTES' | 'SESSION_ABSOLUTE_HOURS' | 'SESSIONS_PER_ACCOUNT'>,
  ) {
    this.idleMs = env.SESSION_IDLE_MINUTES * minuteMs;
    this.most = env.SESSIONS_PER_ACCOUNT;
    this.absoluteMs = env.SESSION_ABSOLUTE_HOURS * hourMs;
    this.ofToken = livingSession(db, 'session_of_token', sessions.tokenHash);
    this.ofCookie = livingSession(db, 'session_of_cookie', sessions.cookieHash);
  }

  /** Starts a session with new tokens. */
  async start(tx: Tx, accountId: string, device: Device, by?: StartedBy): Promise<NewSession> {
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
        provedAt: now,
        expiresAt: later(now, Math.min(this.idleMs, this.absoluteMs)),
        absoluteExpiresAt,
        ...by,
      })
      .returning({ id: sessions.id });
    if (!row) throw new Error('The session was not stored.');
    return { id: row.id, token, cookie, csrf: this.csrfOf(row.id), absoluteExpiresAt };
  }

  /** Rotates the tokens of a session (after a code or a changed password): the old ones become invalid at once. */
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

  /** The session of a header token; a browser's also needs its cookie. An operator's is valid at the console only. */
  async byToken(token: string | undefined, cookie: string | undefined, atConsole: boolean): Promise<Session | null> {
    if (!isToken(token)) return null;
    const [found] = await this.ofToken.execute({ hash: sha256(token), now: this.clock.now() });
    const holds =
      found &&
      (!found.session.browserBound || (isToken(cookie) && sameBytes(found.session.cookieHash, sha256(cookie))));
    return holds ? this.describe(found, atConsole) : null;
  }

  /** The session of the HttpOnly cookie: for /api/auth only. */
  async byCookie(cookie: string | undefined, atConsole: boolean): Promise<Session | null> {
    return isToken(cookie)
      ? this.describe((await this.ofCookie.execute({ hash: sha256(cookie), now: this.clock.now() }))[0], atConsole)
      : null;
  }

  /** Lets a device that shows notifications belong to a new session on it. */
  async carryOn(tx: Tx, accountId: string, sessionId: string, deviceHash: Buffer): Promise<void> {
    await withAllRows(tx, () =>
      tx
        .update(pushDevices)
        .set({ sessionId })
        .where(and(eq(pushDevices.accountId, accountId), eq(pushDevices.deviceHash, deviceHash))),
    );
  }

  /** Ends the notifications of other accounts on a browser that this account signs in on. */
  async removePushOfOthers(tx: Tx, accountId: string, deviceHash: Buffer): Promise<void> {
    await withAllRows(tx, () =>
      tx.delete(pushDevices).where(and(ne(pushDevices.accountId, accountId), eq(pushDevices.deviceHash, deviceHash))),
    );
  }

  /** Extends the idle timeout; returns the updated session. */
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

  /** The owner of a session has shown again who they are. */
  async prove(tx: Tx, sessionId: string): Promise<void> {
    await tx
      .update(sessions)
      .set({ provedAt: this.clock.now() })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
  }

  /** Ends sessions and closes their streams in every process. Their devices show no notifications any more. */
  async end(
    tx: Tx,
    which:
      | { sessionId: string }
      | { cookie: string | undefined }
      | { accountId: string; except?: string }
      | { identityId: string; providerSession?: string },
  ): Promise<void> {
    if ('cookie' in which && !isToken(which.cookie)) return;
    const rule =
      'sessionId' in which
        ? eq(sessions.id, which.sessionId)
        : 'cookie' in which
          ? eq(sessions.cookieHash, sha256(which.cookie ?? ''))
          : 'identityId' in which
            ? and(
                eq(sessions.identityId, which.identityId),
                which.providerSession === undefined ? undefined : eq(sessions.providerSession, which.providerSession),
              )
            : and(eq(sessions.accountId, which.accountId), which.except ? ne(sessions.id, which.except) : undefined);
    const ended = await tx
      .update(sessions)
      .set({ endedAt: this.clock.now() })
      .where(and(rule, isNull(sessions.endedAt)))
      .returning({ id: sessions.id });
    const ids = ended.map((row) => row.id);
    // Of a whole account, also those whose session has expired.
    const silenced =
      'accountId' in which
        ? and(
            eq(pushDevices.accountId, which.accountId),
            which.except ? sql`${pushDevices.sessionId} is distinct from ${which.except}` : undefined,
          )
        : inArray(pushDevices.sessionId, ids);
    if ('accountId' in which || ids.length > 0) await withAllRows(tx, () => tx.delete(pushDevices).where(silenced));
    await notifyProcesses(tx, { kind: 'sessions_ended', sessions: ids });
  }

  /** Ends the least recently used sessions beyond an account's maximum. Returns their number. */
  async endSurplus(tx: Tx, accountId: string): Promise<number> {
    const now = this.clock.now();
    const surplus = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.accountId, accountId), isRunning(now)))
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

  /** The valid ones of these sessions, of accounts that lack nothing. */
  async alive(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.db
      .select({ id: sessions.id, account: accounts })
      .from(sessions)
      .innerJoin(accounts, eq(accounts.id, sessions.accountId))
      .where(and(inArray(sessions.id, [...ids]), isAlive(this.clock.now())));
    return new Set(rows.filter(({ account }) => isComplete(account, this.env)).map((row) => row.id));
  }

  /** Marks expired sessions as ended, and those from before a clock was set back, so that neither are revived. */
  async sweep(): Promise<void> {
    const now = this.clock.now();
    await this.db
      .update(sessions)
      .set({ endedAt: now })
      .where(
        and(
          isNull(sessions.endedAt),
          or(
            lte(sessions.expiresAt, now),
            lte(sessions.absoluteExpiresAt, now),
            isOfFastClock(sessions.createdAt, now),
            isOfFastClock(sessions.lastSeenAt, now),
          ),
        ),
      );
  }

  /** A session's CSRF token: a random part and its keyed hash, bound to the session. */
  csrfOf(sessionId: string): string {
    const random = newToken();
    return `${random}.${this.csrfHash(sessionId, random).toString('base64url')}`;
  }
  isCsrfTokenOf(sessionId: string, given: string | undefined): boolean {
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
    atConsole: boolean,
  ): Session | null {
    if (!row || isOfKind(row.account, 'operator') !== atConsole) return null;
    const { account, session } = row;
    return {
      id: session.id,
      ...ofAccount(account, this.env),
      expiresAt: session.expiresAt,
      absoluteExpiresAt: session.absoluteExpiresAt,
      provedAt: session.provedAt,
      provedAgain: session.provedAt !== null && session.provedAt > session.createdAt,
    };
  }
}

/** SQL: a session has neither ended nor expired. Its last use sets its expiry, so the clock was right then. */
export const isRunning = (now: Date | Placeholder): SQL | undefined =>
  and(
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.absoluteExpiresAt, now),
    hasBegun(sessions.createdAt, now),
    hasBegun(sessions.lastSeenAt, now),
  );

/** SQL: a session is valid. Needs `sessions` and `accounts`. */
export const isAlive = (now: Date | Placeholder): SQL | undefined =>
  and(isRunning(now), isNull(accounts.deactivatedAt), isNull(accounts.lockedAt));

/** Used by every request: a statement prepared once per connection. */
const livingSession = (db: Database, name: string, hash: typeof sessions.tokenHash | typeof sessions.cookieHash) =>
  db
    .select({ session: sessions, account: accounts })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(hash, sql.placeholder('hash')), isAlive(sql.placeholder('now'))))
    .prepare(name);
