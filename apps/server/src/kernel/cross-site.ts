import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.ts';
import { ownOrigins } from './origins.ts';
import { Problem } from './problems.ts';

const allowedMethods = 'GET, POST, PUT, DELETE';
const allowedHeaders = 'authorization, x-csrftoken, content-type, idempotency-key, if-match, last-event-id, x-background, range';

/**
 * Refuses calls from pages of other sites (security.md SE5), and lets configured portals of another origin in by CORS.
 * Only a plain navigation may come from elsewhere: that is how a link in an e-mail arrives.
 */
export const refuseOtherSites = (app: FastifyInstance, env: Pick<Env, 'origins'>): void => {
  const own = ownOrigins(env);
  app.addHook('onRequest', async (request, reply) => {
    const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
    const known = origin !== undefined && own.includes(origin);
    const navigation = request.method === 'GET' && mode === 'navigate';
    if (origin !== undefined ? !known : site === 'cross-site' && !navigation) throw new Problem('cross_site');
    if (!known) return;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', 'access-control-expose-headers': 'retry-after', vary: 'origin' });
    if (request.method === 'OPTIONS') {
      return reply.headers({ 'access-control-allow-methods': allowedMethods, 'access-control-allow-headers': allowedHeaders, 'access-control-max-age': '600' }).status(204).send();
    }
  });
};
