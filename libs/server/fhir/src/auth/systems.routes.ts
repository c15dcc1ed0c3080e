import { systemRoutes } from '@konsil/contracts/systems';
import { and, arrayContains, asc, eq, isNull, max, like, sql } from 'drizzle-orm';
import { ownedResource, signedIn } from '@konsil/server-domain/access/addresses';
import { isOn } from '@konsil/server-domain/access/sides';
import { route } from '@konsil/server-domain/http/route';
import { auditRecords, backendClients, clientTokens, webhooks } from '@konsil/server-domain/schema';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import type { FastifyInstance } from 'fastify';

const actsFor = (doctorId: string) =>
  and(isNull(backendClients.removedAt), arrayContains(backendClients.doctorIds, [doctorId]));

/** The last entry of the access log that names the system for this doctor: tokens are deleted, and are for one doctor each. */
const lastUse = async (tx: Tx, doctorId: string, clientId: string): Promise<Date | null> => {
  const [row] = await tx
    .select({ at: max(auditRecords.at) })
    .from(auditRecords)
    .where(and(eq(auditRecords.actorId, doctorId), like(auditRecords.detail, `%"client":"${clientId}"%`)));
  return row?.at ?? null;
};

/** The systems that act for a doctor, who can end each for themselves (docs/decisions/backend-clients.md). */
export const systemModule = (app: FastifyInstance): void => {
  route(app, systemRoutes.listSystems, {
    access: signedIn('doctor'),
    handler: async ({ tx, actor }) => {
      const rows = await tx
        .select()
        .from(backendClients)
        .where(actsFor(actor.accountId))
        .orderBy(asc(backendClients.createdAt), asc(backendClients.id));
      const systems = [];
      for (const { id, name, scopes, createdAt } of rows)
        systems.push({
          id,
          name,
          scopes,
          since: iso(createdAt),
          last_used_at: isoOrNull(await lastUse(tx, actor.accountId, id)),
        });
      return systems;
    },
  });

  route(app, systemRoutes.endSystem, {
    access: ownedResource(async (tx, actor, id) => {
      const [theSystem] = isOn(actor, 'doctor')
        ? await tx
            .select()
            .from(backendClients)
            .where(and(eq(backendClients.id, id), actsFor(actor.accountId)))
            .for('no key update')
        : [];
      return theSystem ? { theSystem } : null;
    }),
    handler: async ({ tx, actor, theSystem: { id }, audit }) => {
      // The new version invalidates token requests that began before (auth.routes.ts).
      await tx
        .update(backendClients)
        .set({
          doctorIds: sql`array_remove(${backendClients.doctorIds}, ${actor.accountId}::uuid)`,
          keysVersion: sql`${backendClients.keysVersion} + 1`,
        })
        .where(eq(backendClients.id, id));
      await tx
        .delete(clientTokens)
        .where(and(eq(clientTokens.clientId, id), eq(clientTokens.accountId, actor.accountId)));
      await tx
        .delete(webhooks)
        .where(and(eq(webhooks.clientId, id), arrayContains(webhooks.doctorIds, [actor.accountId])));
      audit({ action: 'client.leave', result: 'allowed', detail: { client: id } });
      return { ok: true as const };
    },
  });
};
