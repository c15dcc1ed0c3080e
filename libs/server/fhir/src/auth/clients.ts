import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { endClientTokens, type BackendClientRow } from '@konsil/server-domain/backend-clients/client-tokens';
import { scopesIn } from '@konsil/server-domain/backend-clients/scopes';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { accounts, backendClients, webhooks } from '@konsil/server-domain/schema';
import { faultOfAddress } from '@konsil/server-notifications/webhooks/guarded-post';
import { appendAudit, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { iso, type Clock } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import type { Vault } from '@konsil/server-platform/keys/vault';
import type { Env } from '@konsil/server-settings/env';
import { KeyFault, keySetIn } from './client-keys.ts';

interface Parts {
  db: Database;
  vault: Vault;
  clock: Clock;
  env: Pick<Env, 'NODE_ENV' | 'origins'>;
}
/** Public keys as text, or the address that has them. */
export interface GivenKeys {
  jwks?: string | undefined;
  jwksUrl?: string | undefined;
}

/** A fault in the registration of a backend client, in one sentence for the operator. */
export class ClientFault extends Error {}

const commandLine = { accountId: null, role: 'admin' } as const;

const keysOf = async (
  { env }: Parts,
  { jwks, jwksUrl }: GivenKeys,
): Promise<Pick<BackendClientRow, 'jwks' | 'jwksUrl'>> => {
  if (Boolean(jwks) === Boolean(jwksUrl)) throw new ClientFault('Give either a key set or the address of one.');
  if (jwks)
    return {
      jwksUrl: null,
      jwks: await keySetIn(jwks).catch((fault: unknown) => {
        throw fault instanceof KeyFault ? new ClientFault(fault.message) : fault;
      }),
    };
  const fault = faultOfAddress(jwksUrl ?? '', env.NODE_ENV === 'production');
  if (fault) throw new ClientFault(fault);
  return { jwks: null, jwksUrl: new URL(jwksUrl ?? '').href };
};

const changed = async (
  parts: Parts,
  action: AuditEntry['action'],
  id: string,
  work: (tx: Tx) => Promise<boolean>,
): Promise<void> =>
  parts.db.transaction(async (tx) => {
    if (!(await work(tx))) throw new ClientFault(`There is no client ${id}.`);
    await appendAudit(tx, parts.vault, commandLine, parts.clock.now(), [
      { action, result: 'allowed', detail: { client: id } },
    ]);
  });

/** An email to each doctor; the system's name may be a medical word. */
const tellDoctors = async ({ vault, env }: Parts, tx: Tx, doctorIds: readonly string[]): Promise<void> => {
  const rows = await tx
    .select()
    .from(accounts)
    .where(inArray(accounts.id, [...doctorIds]));
  for (const { id, email, locale } of rows)
    await enqueueEmail(tx, vault, {
      to: email,
      locale,
      accountId: id,
      template: 'system_added',
      data: { link: `${env.origins.doctor}/doctor/settings#systems` },
    });
};

/** Registers another system for some doctors. @throws {ClientFault} */
export const addClient = async (
  parts: Parts,
  { name, scopes, doctorIds, ...keys }: GivenKeys & { name: string; scopes: string; doctorIds: readonly string[] },
): Promise<string> => {
  const allowed = scopesIn(scopes);
  if (!allowed || allowed.length === 0)
    throw new ClientFault('The scopes must be like "system/*.rs" or "system/Patient.r system/Task.rs".');
  if (name.trim() === '' || name.length > 100) throw new ClientFault('The name must have 1 to 100 characters.');
  if (doctorIds.length === 0) throw new ClientFault('Name at least one doctor that the system acts for.');
  const id = randomUUID();
  const given = await keysOf(parts, keys);
  await changed(parts, 'client.add', id, async (tx) => {
    await tx.insert(backendClients).values({
      id,
      name: name.trim(),
      scopes: allowed,
      doctorIds: [...new Set(doctorIds)],
      createdAt: parts.clock.now(),
      ...given,
    });
    await tellDoctors(parts, tx, doctorIds);
    return true;
  });
  return id;
};

const locked = (tx: Tx, id: string, changes: Partial<typeof backendClients.$inferInsert>) =>
  tx
    .update(backendClients)
    .set({ ...changes, keysVersion: sql`${backendClients.keysVersion} + 1` })
    .where(and(eq(backendClients.id, id), isNull(backendClients.removedAt)))
    .returning({ id: backendClients.id });

/** Ends a client's access at once. @throws {ClientFault} */
export const removeClient = (parts: Parts, id: string): Promise<void> =>
  changed(parts, 'client.remove', id, async (tx) => {
    const rows = await locked(tx, id, { removedAt: parts.clock.now(), jwks: null, jwksUrl: null, doctorIds: [] });
    await tx.delete(webhooks).where(eq(webhooks.clientId, id));
    await endClientTokens(tx, id);
    return rows.length > 0;
  });

/** Replaces a client's keys and ends the tokens that it got with the ones before. @throws {ClientFault} */
export const rotateClient = async (parts: Parts, id: string, keys: GivenKeys): Promise<void> => {
  const given = await keysOf(parts, keys);
  await changed(parts, 'client.rotate', id, async (tx) => {
    const rows = await locked(tx, id, given);
    await endClientTokens(tx, id);
    return rows.length > 0;
  });
};

export interface ListedClient {
  id: string;
  name: string;
  scopes: string[];
  keys: string;
  doctors: { id: string; email: string }[];
  lastTokenAt: string | null;
}
export const listClients = async ({ db }: Pick<Parts, 'db'>): Promise<ListedClient[]> => {
  const rows = await db
    .select()
    .from(backendClients)
    .where(isNull(backendClients.removedAt))
    .orderBy(asc(backendClients.createdAt), asc(backendClients.id));
  const ids = [...new Set(rows.flatMap(({ doctorIds }) => doctorIds))];
  const doctors =
    ids.length === 0
      ? []
      : await db.select({ id: accounts.id, email: accounts.email }).from(accounts).where(inArray(accounts.id, ids));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    keys: row.jwksUrl ?? `${row.jwks?.keys.length ?? 0} given`,
    doctors: doctors.filter(({ id }) => row.doctorIds.includes(id)),
    lastTokenAt: row.lastTokenAt && iso(row.lastTokenAt),
  }));
};
