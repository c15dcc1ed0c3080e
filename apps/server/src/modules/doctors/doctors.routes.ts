import { doctorRoutes as contracts } from '@konsil/contracts/doctors';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../kernel/addresses.ts';
import { route } from '../../kernel/route.ts';
import { listDoctors } from './doctors.queries.ts';

/** The directory of doctors. */
export const doctorRoutes = (app: FastifyInstance): void => {
  route(app, contracts.listDoctors, { access: signedIn(), handler: ({ tx, query }) => listDoctors(tx, query.search) });
};
