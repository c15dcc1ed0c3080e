import { randomUUID } from 'node:crypto';
import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { actsFor, tellOfClient } from '@konsil/server-domain/backend-clients/acting-clients';
import { endClientTokens } from '@konsil/server-domain/backend-clients/client-tokens';
import { scopesIn } from '@konsil/server-domain/backend-clients/scopes';
import { accounts, backendClients, clinicDoctors, clinics, webhooks } from '@konsil/server-domain/schema';
import { appendAudit, type AuditEntry } from '@konsil/server-platform/audit/audit';
import { iso, type Clock } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import type { Vault } from '@konsil/server-platform/keys/vault';
import type { Env } from '@konsil/server-settings/env';
import { KeyFault, storedKeys, type GivenKeys } from './client-keys.ts';

interface Parts {
  db: Database;
  vault: Vault;
  clock: Clock;
  env: Pick<Env, 'NODE_ENV' | 'origins'>;
}
/** A fault in the registration of a backend client, in one sentence for the operator. */
export class ClientFault extends Error {}

const commandLine = { accountId: null, role: 'admin' } as const;

const keysOf = ({ env }: Parts, given: GivenKeys) =>
  storedKeys(env, given).catch((fault: unknown) => {
    throw fault instanceof KeyFault ? new ClientFault(fault.message) : fault;
  });

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

/** A clinic by its id or name. @throws {ClientFault} */
const clinicNamed = async (tx: Tx, named: string): Promise<string> => {
  const found = await tx
    .select({ id: clinics.id })
    .from(clinics)
    .where(and(isNull(clinics.archivedAt), sql`${named} in (${clinics.id}::text, ${clinics.name})`))
    .for('update');
  const [first] = found;
  if (!first || found.length > 1)
    throw new ClientFault(
      `There ${first ? 'are several clinics' : 'is no clinic'} "${named}": give the id from its address in the console.`,
    );
  return first.id;
};

/** The doctors that a system is registered for: some, or all of a clinic, and who joins it. */
type ActsFor = { doctorIds: readonly string[]; clinic?: undefined } | { clinic: string; doctorIds?: undefined };

/** Registers another system. @throws {ClientFault} */
export const addClient = async (
  parts: Parts,
  { name, scopes, doctorIds, clinic, ...keys }: GivenKeys & ActsFor & { name: string; scopes: string },
): Promise<string> => {
  const allowed = scopesIn(scopes);
  if (!allowed || allowed.length === 0)
    throw new ClientFault('The scopes must be like "system/*.rs" or "system/Patient.r system/Task.rs".');
  if (name.trim() === '' || name.length > 100) throw new ClientFault('The name must have 1 to 100 characters.');
  if (doctorIds?.length === 0) throw new ClientFault('Name at least one doctor that the system acts for.');
  const id = randomUUID();
  const given = await keysOf(parts, keys);
  await changed(parts, 'client.add', id, async (tx) => {
    // Locked until the end, so that nobody joins or leaves the clinic meanwhile.
    const clinicId = clinic === undefined ? null : await clinicNamed(tx, clinic);
    const members =
      clinicId &&
      (await tx.select({ id: clinicDoctors.doctorId }).from(clinicDoctors).where(eq(clinicDoctors.clinicId, clinicId)));
    const acting = [...new Set(members ? members.map((member) => member.id) : doctorIds)];
    await tx.insert(backendClients).values({
      id,
      name: name.trim(),
      scopes: allowed,
      doctorIds: acting,
      clinicId,
      createdAt: parts.clock.now(),
      ...given,
    });
    for (const doctorId of acting) await tellOfClient(tx, parts, doctorId);
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
  /** The clinic that it belongs to, if it does not belong to the installation. */
  clinic: { id: string; name: string } | null;
  doctors: { id: string; email: string }[];
  lastTokenAt: string | null;
}
export const listClients = async ({ db }: Pick<Parts, 'db'>): Promise<ListedClient[]> => {
  const rows = await db
    .select({ ...getTableColumns(backendClients), clinicName: clinics.name })
    .from(backendClients)
    .leftJoin(clinics, eq(clinics.id, backendClients.clinicId))
    .where(isNull(backendClients.removedAt))
    .orderBy(asc(backendClients.createdAt), asc(backendClients.id));
  const doctors = await db
    .select({ clientId: backendClients.id, id: accounts.id, email: accounts.email })
    .from(backendClients)
    .innerJoin(accounts, actsFor(db, accounts.id));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    keys: row.jwksUrl ?? `${row.jwks?.keys.length ?? 0} given`,
    clinic: row.clinicId === null ? null : { id: row.clinicId, name: row.clinicName ?? '' },
    doctors: doctors.filter(({ clientId }) => clientId === row.id).map(({ id, email }) => ({ id, email })),
    lastTokenAt: row.lastTokenAt && iso(row.lastTokenAt),
  }));
};
