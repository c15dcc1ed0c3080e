import type { FastifyInstance } from 'fastify';
import type { Env } from '@konsil/server-settings/env';
import { portalOrigins, requestOrigin } from './origins.ts';
import { Problem } from './problems.ts';

const allowedMethods = 'GET, POST, PUT, DELETE';
const allowedHeaders =
  'authorization, x-csrftoken, content-type, idempotency-key, if-match, last-event-id, x-background, range';

/**
 * Refuses calls from pages of other sites (docs/security.md SE5), and lets the portals in by CORS where the API has an origin of its own.
 * Pages of the viewer and the API call only the origin they came from: the viewer's policy lets a script do more.
 * Only a plain navigation may come from elsewhere: that is how a link in an e-mail arrives.
 */
export const refuseOtherSites = (app: FastifyInstance, env: Pick<Env, 'origins'>): void => {
  const portals = portalOrigins(env);
  app.addHook('onRequest', async (request, reply) => {
    const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
    const fromPortal = origin !== undefined && portals.includes(origin);
    const navigation = request.method === 'GET' && mode === 'navigate';
    if (
      origin === undefined
        ? site === 'cross-site' && !navigation
        : !fromPortal && origin !== requestOrigin(env, request)
    )
      throw new Problem('cross_site');
    if (!fromPortal) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'date, retry-after',
      vary: 'origin',
    });
    if (request.method === 'OPTIONS') {
      return reply
        .headers({
          'access-control-allow-methods': allowedMethods,
          'access-control-allow-headers': allowedHeaders,
          'access-control-max-age': '600',
        })
        .status(204)
        .send();
    }
  });
};
