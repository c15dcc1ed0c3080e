import { specialtyFormRoutes as contracts } from '@konsil/contracts/specialty-forms';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@konsil/server-domain/access/addresses';
import { doctorsFormOf } from '@konsil/server-domain/doctors/specialty-forms';
import { route } from '@konsil/server-domain/http/route';
import { saveSpecialtyForm } from './specialty-forms.ts';

/** The doctor's own form for the cases of patients, beside that of the specialty. */
export const specialtyFormRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;

  route(app, contracts.getSpecialtyForm, {
    access: signedIn('doctor'),
    handler: ({ tx, actor }) => doctorsFormOf({ tx, kernel }, actor.accountId),
  });
  route(app, contracts.saveSpecialtyForm, {
    access: signedIn('doctor'),
    handler: ({ body, ...call }) => saveSpecialtyForm({ ...call, kernel }, body),
  });
};
