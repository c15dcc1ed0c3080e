import { doctorRoutes as contracts } from '@konsil/contracts/doctors';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@konsil/server-domain/access/addresses';
import { route } from '@konsil/server-domain/http/route';
import { listDoctors } from '@konsil/server-domain/doctors/doctors.queries';

/** The directory of doctors. */
export const doctorRoutes = (app: FastifyInstance): void => {
  route(app, contracts.listDoctors, { access: signedIn(), handler: ({ tx, query }) => listDoctors(tx, query.search) });
};
