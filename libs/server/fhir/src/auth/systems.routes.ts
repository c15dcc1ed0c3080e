import { systemRoutes } from '@konsil/contracts/systems';
import { and, asc, eq, getTableColumns, like, max } from 'drizzle-orm';
import { ownedResource, signedIn } from '@konsil/server-domain/access/addresses';
import { isOn } from '@konsil/server-domain/access/sides';
import { actsFor, endClientFor } from '@konsil/server-domain/backend-clients/acting-clients';
import { route } from '@konsil/server-domain/http/route';
import { auditRecords, backendClients, clinics } from '@konsil/server-domain/schema';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import type { FastifyInstance } from 'fastify';

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
        .select({ ...getTableColumns(backendClients), clinic: clinics.name })
        .from(backendClients)
        .leftJoin(clinics, eq(clinics.id, backendClients.clinicId))
        .where(actsFor(tx, actor.accountId))
        .orderBy(asc(backendClients.createdAt), asc(backendClients.id));
      const systems = [];
      for (const { id, name, clinic, scopes, createdAt } of rows)
        systems.push({
          id,
          name,
          clinic,
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
            .where(and(eq(backendClients.id, id), actsFor(tx, actor.accountId)))
            .for('no key update')
        : [];
      return theSystem ? { theSystem } : null;
    }),
    handler: async ({ tx, actor, theSystem: { id }, audit }) => {
      await endClientFor(tx, id, actor.accountId);
      audit({ action: 'client.leave', result: 'allowed', detail: { client: id } });
      return { ok: true as const };
    },
  });
};
