import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { later, secondMs, type Clock } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { newToken, sha256 } from '@konsil/server-platform/keys/crypto';
import { isOfKind } from '../accounts/account-kind.ts';
import { accounts, backendClients, clientTokens, patientApps } from '../schema.ts';
import { actsFor, doctorsOfClinic } from './acting-clients.ts';
import { ofAccount, type Demands, type Session } from '../sessions/sessions.ts';
import { hasBegun } from '@konsil/server-platform/database/time';

/** Short, because a new one costs the client a single call. */
export const clientTokenSeconds = 300;
// Told apart from sessions without a query, and found by scanners for leaked secrets.
const prefix = 'konsil_client_';
const pattern = new RegExp(`^${prefix}[\\w-]{43}$`);

export type BackendClientRow = typeof backendClients.$inferSelect;

export const newClientToken = (): string => prefix + newToken();

/** Stores a token of one client for one doctor. */
export const startClientToken = async (
  tx: Tx,
  {
    clientId,
    accountId,
    scopes,
    now,
    token = newClientToken(),
  }: { clientId: string; accountId: string; scopes: string[]; now: Date; token?: string },
): Promise<string> => {
  await tx.insert(clientTokens).values({
    clientId,
    accountId,
    scopes,
    tokenHash: sha256(token),
    createdAt: now,
    expiresAt: later(now, clientTokenSeconds * secondMs),
  });
  return token;
};

/** Ends one token of a client, or all of them. Returns their number. */
export const endClientTokens = async (tx: Tx, clientId: string, token?: string): Promise<number> =>
  (
    await tx
      .delete(clientTokens)
      .where(
        and(
          eq(clientTokens.clientId, clientId),
          token === undefined ? undefined : eq(clientTokens.tokenHash, sha256(token)),
        ),
      )
      .returning({ id: clientTokens.id })
  ).length;

/** The doctor's account behind a token, as a session; null as soon as client, account or token have ended. */
export const sessionOfClientToken = async (
  { db, clock, env }: { db: Database; clock: Clock; env: Demands },
  token: string | undefined,
): Promise<Session | null> => {
  if (token === undefined || !pattern.test(token)) return null;
  const [found] = await db
    .select({ token: clientTokens, client: backendClients, account: accounts, clinicDoctors: doctorsOfClinic })
    .from(clientTokens)
    .innerJoin(backendClients, eq(backendClients.id, clientTokens.clientId))
    .innerJoin(accounts, eq(accounts.id, clientTokens.accountId))
    .where(
      and(
        eq(clientTokens.tokenHash, sha256(token)),
        gt(clientTokens.expiresAt, clock.now()),
        hasBegun(clientTokens.createdAt, clock.now()),
        actsFor(db, accounts.id),
        isNull(accounts.deactivatedAt),
        isNull(accounts.lockedAt),
      ),
    );
  if (!found || !isOfKind(found.account, 'doctor')) return null;
  const { id, clinicId } = found.client;
  return {
    id: found.token.id,
    ...ofAccount(found.account, env),
    expiresAt: found.token.expiresAt,
    absoluteExpiresAt: found.token.expiresAt,
    provedAt: null,
    provedAgain: false,
    client: {
      id,
      scopes: found.token.scopes,
      level: 'system',
      ...(clinicId && { clinic: { id: clinicId, doctorIds: found.clinicDoctors ?? [] } }),
    },
  };
};

/**
 * True if a client acts for a doctor. Locks the client until the end of the transaction, so that retries, the removal
 * of the client and the end of its work for the doctor happen one after another.
 */
export const stillActsFor = async (
  tx: Tx,
  { clientId, doctorId }: { clientId: string; doctorId: string },
): Promise<boolean> =>
  (
    await tx
      .select({ id: backendClients.id })
      .from(backendClients)
      .where(and(eq(backendClients.id, clientId), actsFor(tx, doctorId)))
      .for('no key update')
  ).length > 0;

/** The names of clients and apps, removed ones included. */
export const clientNames = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> => {
  const names = new Map<string, string>();
  if (ids.length === 0) return names;
  for (const table of [backendClients, patientApps])
    for (const { id, name } of await tx
      .select({ id: table.id, name: table.name })
      .from(table)
      .where(inArray(table.id, [...ids])))
      names.set(id, name);
  return names;
};
