import { deputyRoutes as contracts } from '@konsil/contracts/deputies';
import { deputyCaseRoutes } from '@konsil/contracts/deputy-cases';
import type { FastifyInstance } from 'fastify';
import { inDeputy, signedIn } from '@konsil/server-domain/access/addresses';
import { auditListView } from '@konsil/server-domain/cases/list-audit';
import { route } from '@konsil/server-domain/http/route';
import { decideDeputy, endDeputy, listDeputyCases } from './deputies.ts';

/** Deputies: a doctor who plans an absence names a colleague, and the patient of each case decides. */
export const deputyRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, deputyCaseRoutes.listDeputyCases, {
    access: signedIn('doctor'),
    handler: async ({ audit, ...call }) => {
      const work = { ...call, kernel };
      const listed = await listDeputyCases(work);
      audit(
        ...(await auditListView(
          work,
          'case.list',
          listed.map((one) => one.case.patient.id),
        )),
      );
      return listed;
    },
  });

  route(app, contracts.decideDeputy, {
    access: inDeputy('decide'),
    handler: async ({ theDeputy, theCase, body, auditAs, ...call }) => {
      if (!body.agrees)
        auditAs({ action: 'deputy.refuse', result: 'allowed', patientId: theCase.patientId, caseId: theCase.id });
      return decideDeputy({ ...call, kernel }, theCase, theDeputy, body.agrees);
    },
  });

  route(app, contracts.endDeputy, {
    access: inDeputy('end'),
    handler: ({ theDeputy, theCase, ...call }) => endDeputy({ ...call, kernel }, theCase, theDeputy),
  });
};
