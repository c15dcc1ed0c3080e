import { appGrantDays, appTokenMinutes } from '@konsil/contracts/app-reads';
import { and, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';
import { dayMs, later, minuteMs, secondMs, type Clock } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { newToken, sha256 } from '@konsil/server-platform/keys/crypto';
import { isOfKind } from '../accounts/account-kind.ts';
import { accounts, appGrants, appTokens, patientApps, patients } from '../schema.ts';
import { isComplete, ofAccount, type Demands, type Session } from '../sessions/sessions.ts';
import { hasBegun } from '@konsil/server-platform/database/time';

/** A code is exchanged by the browser that it was sent through. */
export const codeSeconds = 60;
const grantMs = appGrantDays * dayMs;
const accessMs = appTokenMinutes * minuteMs;
/** Not every call writes the last use. */
const noteUseAfterMs = minuteMs;
// Told apart from sessions without a query, and found by scanners for leaked secrets.
const prefixes = { access: 'konsil_app_', refresh: 'konsil_refresh_' } as const;
type TokenKind = keyof typeof prefixes;

export type AppRow = typeof patientApps.$inferSelect;
export type GrantRow = typeof appGrants.$inferSelect;

const isToken = (kind: TokenKind, token: string | undefined): token is string =>
  token?.startsWith(prefixes[kind]) === true && /^[\w-]{43}$/.test(token.slice(prefixes[kind].length));

/** SQL: a grant with access. Needs `app_grants`, `patient_apps`, `accounts` and `patients`. */
const mayRead = (now: Date): SQL | undefined =>
  and(
    isNull(appGrants.endedAt),
    gt(appGrants.expiresAt, now),
    hasBegun(appGrants.createdAt, now),
    isNull(patientApps.removedAt),
    eq(patients.accountId, appGrants.accountId),
    isNull(accounts.deactivatedAt),
    isNull(accounts.lockedAt),
    isNull(accounts.consentWithdrawnAt),
    isNull(accounts.erasureAt),
  );

const grants = (tx: Tx | Database) =>
  tx
    .select({ grant: appGrants, app: patientApps, account: accounts })
    .from(appGrants)
    .innerJoin(patientApps, eq(patientApps.id, appGrants.appId))
    .innerJoin(accounts, eq(accounts.id, appGrants.accountId))
    .innerJoin(patients, eq(patients.id, appGrants.patientId));

export const newAppToken = (kind: TokenKind): string => prefixes[kind] + newToken();

/** Stores what a patient allows. Returns the code for the app. */
export const startGrant = async (
  tx: Tx,
  {
    now,
    code = newToken(),
    ...grant
  }: Pick<
    GrantRow,
    'appId' | 'accountId' | 'patientId' | 'scopes' | 'lasting' | 'launched' | 'codeChallenge' | 'redirectUri'
  > & {
    now: Date;
    code?: string;
  },
): Promise<string> => {
  await tx.insert(appGrants).values({
    ...grant,
    codeHash: sha256(code),
    codeExpiresAt: later(now, codeSeconds * secondMs),
    createdAt: now,
    expiresAt: later(now, grant.lasting ? grantMs : accessMs + codeSeconds * secondMs),
  });
  return code;
};

/** The grant of a code or of a refresh token, locked: what follows and its end take turns. */
export const grantOfCode = async (tx: Tx, code: string): Promise<GrantRow | undefined> =>
  (
    await tx
      .select()
      .from(appGrants)
      .where(eq(appGrants.codeHash, sha256(code)))
      .for('update')
  )[0];
export const grantOfToken = async (tx: Tx, token: string): Promise<GrantRow | undefined> => {
  const its = tx
    .select({ id: appTokens.grantId })
    .from(appTokens)
    .where(eq(appTokens.tokenHash, sha256(token)));
  return (await tx.select().from(appGrants).where(inArray(appGrants.id, its)).for('update'))[0];
};
export const grantOfRefreshToken = async (tx: Tx, token: string) => {
  const grant = isToken('refresh', token) ? await grantOfToken(tx, token) : undefined;
  // Read under the lock: whoever had it before may have used it.
  const [used] = await tx
    .select()
    .from(appTokens)
    .where(eq(appTokens.tokenHash, sha256(token)));
  return grant && used ? { grant, used } : undefined;
};

/** True if a grant still gives access. */
export const isOpen = async (tx: Tx, grantId: string, now: Date, demands: Demands): Promise<boolean> => {
  const [found] = await grants(tx).where(and(eq(appGrants.id, grantId), mayRead(now)));
  return found !== undefined && isComplete(found.account, demands);
};

/** Gives an app an access token and, if the grant lasts, the next refresh token. */
export const startAppTokens = async (
  tx: Tx,
  grant: GrantRow,
  scopes: string[],
  now: Date,
  tokens: Record<TokenKind, string> = { access: newAppToken('access'), refresh: newAppToken('refresh') },
): Promise<{ access: string; seconds: number; refresh?: string }> => {
  const start = async (kind: TokenKind, expiresAt: Date, ofScopes: string[]): Promise<string> => {
    const token = tokens[kind];
    await tx
      .insert(appTokens)
      .values({ grantId: grant.id, kind, scopes: ofScopes, tokenHash: sha256(token), createdAt: now, expiresAt });
    return token;
  };
  const expiresAt = new Date(Math.min(later(now, accessMs).getTime(), grant.expiresAt.getTime()));
  return {
    access: await start('access', expiresAt, scopes),
    seconds: Math.floor((expiresAt.getTime() - now.getTime()) / secondMs),
    ...(grant.lasting ? { refresh: await start('refresh', grant.expiresAt, grant.scopes) } : {}),
  };
};

/** Ends grants that have not ended, with their tokens. */
export const endGrants = async (tx: Tx, which: SQL | undefined, now: Date): Promise<GrantRow[]> => {
  const ended = await tx
    .update(appGrants)
    .set({ endedAt: now })
    .where(and(isNull(appGrants.endedAt), which))
    .returning();
  if (ended.length > 0)
    await tx.delete(appTokens).where(
      inArray(
        appTokens.grantId,
        ended.map(({ id }) => id),
      ),
    );
  return ended;
};

/** The grants of an account that give access, newest first. */
export const openGrants = async (tx: Tx, accountId: string, now: Date) =>
  (await grants(tx).where(and(eq(appGrants.accountId, accountId), isNotNull(appGrants.codeUsedAt), mayRead(now)))).sort(
    (a, b) => b.grant.createdAt.getTime() - a.grant.createdAt.getTime(),
  );

/** The patient's account behind an app's token, as a session; null as soon as token, grant, app or account have ended. */
export const sessionOfAppToken = async (
  { db, clock, env }: { db: Database; clock: Clock; env: Demands },
  token: string | undefined,
): Promise<Session | null> => {
  if (!isToken('access', token)) return null;
  const now = clock.now();
  const [found] = await db
    .select({ token: appTokens, grant: appGrants, app: patientApps, account: accounts })
    .from(appTokens)
    .innerJoin(appGrants, eq(appGrants.id, appTokens.grantId))
    .innerJoin(patientApps, eq(patientApps.id, appGrants.appId))
    .innerJoin(accounts, eq(accounts.id, appGrants.accountId))
    .innerJoin(patients, eq(patients.id, appGrants.patientId))
    .where(
      and(
        eq(appTokens.tokenHash, sha256(token)),
        eq(appTokens.kind, 'access'),
        gt(appTokens.expiresAt, now),
        hasBegun(appTokens.createdAt, now),
        mayRead(now),
      ),
    );
  if (!found || !isOfKind(found.account, 'patient')) return null;
  await db
    .update(appGrants)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(appGrants.id, found.grant.id),
        or(isNull(appGrants.lastUsedAt), lt(appGrants.lastUsedAt, later(now, -noteUseAfterMs))),
      ),
    );
  return {
    id: found.token.id,
    ...ofAccount(found.account, env),
    expiresAt: found.token.expiresAt,
    absoluteExpiresAt: found.token.expiresAt,
    provedAt: null,
    provedAgain: false,
    client: { id: found.app.id, scopes: found.token.scopes, level: 'patient', patientId: found.grant.patientId },
  };
};
