import { statisticsRoutes as contracts } from '@konsil/contracts/statistics';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@konsil/server-domain/access/addresses';
import { route } from '@konsil/server-domain/http/route';
import { statisticsOf } from './statistics.queries.ts';

/** The doctor's own numbers. Counts name nobody, so they are not in the patients' access logs. */
export const statisticsRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  route(app, contracts.getStatistics, {
    access: signedIn('doctor'),
    handler: (call) => statisticsOf({ ...call, kernel }),
  });
};
