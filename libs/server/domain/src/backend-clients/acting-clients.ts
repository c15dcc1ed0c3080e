import { and, arrayContains, eq, exists, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import type { Vault } from '@konsil/server-platform/keys/vault';
import type { Env } from '@konsil/server-settings/env';
import { enqueueEmail } from '../notices/letters.ts';
import { accounts, backendClients, clientTokens, clinicDoctors, clinics, webhooks } from '../schema.ts';

type Reading = Pick<Tx | Database, 'select'>;

/** SQL: a client acts for an account. Needs `backendClients`. A client of a clinic does so for current members only. */
export const actsFor = (tx: Reading, accountId: string | typeof accounts.id): SQL | undefined =>
  and(
    isNull(backendClients.removedAt),
    arrayContains(backendClients.doctorIds, sql`array[${accountId}]::uuid[]`),
    or(
      isNull(backendClients.clinicId),
      exists(
        tx
          .select({ one: sql`1` })
          .from(clinicDoctors)
          .innerJoin(clinics, eq(clinics.id, clinicDoctors.clinicId))
          .where(
            and(
              eq(clinics.id, backendClients.clinicId),
              isNull(clinics.archivedAt),
              eq(clinicDoctors.doctorId, accountId),
            ),
          ),
      ),
    ),
  );

/** SQL: the doctors of a client's clinic; null for a client of the installation. Needs `backendClients`. */
export const doctorsOfClinic: SQL<string[] | null> = sql<
  string[] | null
>`case when ${backendClients.clinicId} is not null
  then array(select d.doctor_id from ${clinicDoctors} d where d.clinic_id = ${backendClients.clinicId}) end`;

/** The ids of the doctors that a client acts for. */
export const actingDoctors = async (tx: Reading, clientId: string): Promise<string[]> =>
  (
    await tx
      .select({ id: accounts.id })
      .from(backendClients)
      .innerJoin(accounts, actsFor(tx, accounts.id))
      .where(eq(backendClients.id, clientId))
  ).map(({ id }) => id);

/** SQL: a webhook is the operator's, or of a client that still acts for its doctor. Needs `webhooks`. */
export const isOfActingClient = (tx: Reading): SQL | undefined =>
  or(
    isNull(webhooks.clientId),
    exists(
      tx
        .select({ one: sql`1` })
        .from(backendClients)
        .innerJoin(accounts, sql`${accounts.id} = any(${webhooks.doctorIds})`)
        .where(and(eq(backendClients.id, webhooks.clientId), actsFor(tx, accounts.id))),
    ),
  );

/** Ends the work of a client for a doctor: tokens and subscriptions end, and requests for tokens that began before fail. */
export const endClientFor = async (tx: Tx, clientId: string, doctorId: string): Promise<void> => {
  await tx
    .update(backendClients)
    .set({
      doctorIds: sql`array_remove(${backendClients.doctorIds}, ${doctorId}::uuid)`,
      keysVersion: sql`${backendClients.keysVersion} + 1`,
    })
    .where(eq(backendClients.id, clientId));
  await tx.delete(clientTokens).where(and(eq(clientTokens.clientId, clientId), eq(clientTokens.accountId, doctorId)));
  await tx.delete(webhooks).where(and(eq(webhooks.clientId, clientId), arrayContains(webhooks.doctorIds, [doctorId])));
};

/**
 * Notifies a doctor by email that a system now acts for them. Its name is left out, because it may be a medical term.
 */
export const tellOfClient = async (
  tx: Tx,
  { vault, env }: { vault: Vault; env: Pick<Env, 'origins'> },
  doctorId: string,
): Promise<void> => {
  const [doctor] = await tx.select().from(accounts).where(eq(accounts.id, doctorId));
  if (!doctor) return;
  await enqueueEmail(tx, vault, {
    to: doctor.email,
    locale: doctor.locale,
    accountId: doctor.id,
    template: 'system_added',
    data: { link: `${env.origins.doctor}/doctor/settings#systems` },
  });
};

const clientsOfClinic = (tx: Tx, clinicId: string, which?: SQL) =>
  tx
    .select({ id: backendClients.id })
    .from(backendClients)
    .where(and(eq(backendClients.clinicId, clinicId), isNull(backendClients.removedAt), which))
    .orderBy(backendClients.id)
    .for('no key update');

/**
 * Lets the clients of a clinic act for a new member, and notifies the member.
 * @returns their ids
 */
export const joinClientsOfClinic = async (
  tx: Tx,
  parts: Parameters<typeof tellOfClient>[1],
  { clinicId, doctorId }: { clinicId: string; doctorId: string },
): Promise<string[]> => {
  const isNew = sql`not ${arrayContains(backendClients.doctorIds, [doctorId])}`;
  const ids = (await clientsOfClinic(tx, clinicId, isNew)).map(({ id }) => id);
  for (const id of ids)
    await tx
      .update(backendClients)
      .set({ doctorIds: sql`array_append(${backendClients.doctorIds}, ${doctorId}::uuid)` })
      .where(eq(backendClients.id, id));
  if (ids.length > 0) await tellOfClient(tx, parts, doctorId);
  return ids;
};

/** Ends the work of a clinic's clients for a doctor who leaves. @returns the ids of those that acted for them */
export const leaveClientsOfClinic = async (tx: Tx, clinicId: string, doctorId: string): Promise<string[]> => {
  const ids = (await clientsOfClinic(tx, clinicId, arrayContains(backendClients.doctorIds, [doctorId]))).map(
    ({ id }) => id,
  );
  for (const id of ids) await endClientFor(tx, id, doctorId);
  return ids;
};
