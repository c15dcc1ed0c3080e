import { absenceRoutes as contracts } from '@konsil/contracts/absences';
import type { FastifyInstance } from 'fastify';
import { ownedResource, signedIn } from '@konsil/server-domain/access/addresses';
import { route } from '@konsil/server-domain/http/route';
import { endAbsence, listAbsences, ownAbsence, planAbsence } from './absences.ts';

/** The doctor's absences. */
export const absenceRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.listAbsences, {
    access: signedIn('doctor'),
    handler: (call) => listAbsences({ ...call, kernel }),
  });
  route(app, contracts.planAbsence, {
    access: signedIn('doctor'),
    handler: ({ body, ...call }) => planAbsence({ ...call, kernel }, body),
  });
  route(app, contracts.endAbsence, {
    access: ownedResource(ownAbsence),
    handler: async ({ theAbsence, ...call }) => {
      await endAbsence({ ...call, kernel }, theAbsence);
      return { ok: true as const };
    },
  });
};
