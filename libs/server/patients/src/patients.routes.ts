import { healthProfileRoutes } from '@konsil/contracts/health-profile';
import { patientRoutes as contracts } from '@konsil/contracts/patients';
import type { FastifyInstance } from 'fastify';
import { inPatient, signedIn } from '@konsil/server-domain/access/addresses';
import { route } from '@konsil/server-domain/http/route';
import { auditListView } from '@konsil/server-domain/cases/list-audit';
import { confirmHealthProfile, saveHealthProfile, showHealthProfile } from './health-profile.queries.ts';
import { listPatients } from './patient-list.queries.ts';
import { addPatient, archivePatient, showPatient, updatePatient } from './patients.queries.ts';

/** The patients of an account or a doctor. */
export const patientRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.listPatients, {
    access: signedIn(),
    handler: async ({ query, audit, ...call }) => {
      const work = { ...call, kernel };
      const page = await listPatients(work, query);
      audit(
        ...(await auditListView(
          work,
          'case.list',
          page.items.map((patient) => patient.id),
        )),
      );
      return page;
    },
  });

  route(app, contracts.addPatient, {
    access: signedIn('patient'),
    idempotent: true,
    handler: async ({ body, audit, ...call }) => {
      const patient = await addPatient({ ...call, kernel }, body);
      audit({ action: 'patient.write', result: 'allowed', patientId: patient.id });
      return patient;
    },
  });

  route(app, contracts.getPatient, {
    access: inPatient('read'),
    handler: ({ thePatient, ...call }) => showPatient({ ...call, kernel }, thePatient),
  });
  route(app, contracts.updatePatient, {
    access: inPatient('write'),
    handler: ({ thePatient, body, ...call }) => updatePatient({ ...call, kernel }, thePatient, body),
  });
  route(app, healthProfileRoutes.getHealthProfile, {
    access: inPatient('readHealth'),
    handler: ({ thePatient, ...call }) => showHealthProfile({ ...call, kernel }, thePatient),
  });
  route(app, healthProfileRoutes.saveHealthProfile, {
    access: inPatient('writeHealth'),
    handler: ({ thePatient, body, ...call }) => saveHealthProfile({ ...call, kernel }, thePatient, body),
  });
  route(app, healthProfileRoutes.confirmHealthProfile, {
    access: inPatient('writeHealth'),
    handler: ({ thePatient, body, ...call }) => confirmHealthProfile({ ...call, kernel }, thePatient, body),
  });
  route(app, contracts.archivePatient, {
    access: inPatient('archive'),
    handler: ({ thePatient, body, ...call }) => archivePatient({ ...call, kernel }, thePatient, true, body.version),
  });
  route(app, contracts.restorePatient, {
    access: inPatient('archive', 'patient.restore'),
    handler: ({ thePatient, body, ...call }) => archivePatient({ ...call, kernel }, thePatient, false, body.version),
  });
};
