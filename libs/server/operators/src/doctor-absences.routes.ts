import { consoleAbsenceRoutes as contracts } from '@konsil/contracts/console-absences';
import type { FastifyInstance } from 'fastify';
import { operating } from '@konsil/server-domain/access/addresses';
import { withAllRows } from '@konsil/server-domain/database/roles';
import { route } from '@konsil/server-domain/http/route';
import { endAbsenceFor, enterAbsence, showDoctor } from './doctor-absences.ts';

/** Absences that an operator enters for a doctor. The operator gets numbers of cases, and nothing else of them. */
export const doctorAbsenceRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.consoleDoctor, {
    access: operating('doctors'),
    handler: ({ tx, params, now }) => withAllRows(tx, () => showDoctor({ kernel, tx, now }, params.id)),
  });

  route(app, contracts.enterAbsence, {
    access: operating('doctors'),
    handler: async ({ tx, params, body, now, audit }) => {
      const { shown, record } = await withAllRows(tx, () => enterAbsence({ kernel, tx, now }, params.id, body));
      audit(record);
      return shown;
    },
  });

  route(app, contracts.endConsoleAbsence, {
    access: operating('doctors'),
    handler: async ({ tx, params, body, now, audit }) => {
      const { shown, record } = await withAllRows(tx, () => endAbsenceFor({ kernel, tx, now }, params.id, body));
      audit(record);
      return shown;
    },
  });
};
