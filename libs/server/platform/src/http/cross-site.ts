import { revokePath, tokenPath } from '@konsil/contracts/fhir-auth';
import { isFhirPath } from '@konsil/contracts/fhir-paths';
import type { FastifyInstance } from 'fastify';
import type { Env } from '@konsil/server-settings/env';
import { isAtConsole, portalOrigins, requestOrigin } from './origins.ts';
import { Problem } from './problems.ts';

const allowedMethods = 'GET, POST, PUT, DELETE';
const allowedHeaders =
  'authorization, x-csrftoken, content-type, idempotency-key, if-match, last-event-id, x-background, range';

/** Sealed links open in any viewer: these routes know no session, and whoever has the link may read their answer. */
const isForEverySite = (url: string): boolean => url.startsWith('/api/shl/');

/**
 * Patients' apps may be pages of any site: reading FHIR needs a token in a header, and getting one a code. Without
 * `allow-credentials` no browser sends a cookie along.
 */
const isForApps = (method: string, path: string): boolean =>
  isFhirPath(path) &&
  (['GET', 'HEAD', 'OPTIONS'].includes(method) ||
    (method === 'POST' && [tokenPath, revokePath].some((one) => one === path)));

/**
 * Refuses cross-site requests (docs/security.md SE5), and allows the portals by CORS if the API has its own origin.
 * Pages of the viewer, the API and the console may only call their own origin, and only the console's pages call the
 * console. Only plain navigations may come from elsewhere, e.g. from a link in an email.
 */
export const refuseOtherSites = (app: FastifyInstance, env: Pick<Env, 'origins'>): void => {
  const portals = portalOrigins(env);
  app.addHook('onRequest', async (request, reply) => {
    const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
    const [path = ''] = request.url.split('?');
    const fromPortal = origin !== undefined && portals.includes(origin) && !isAtConsole(env, request);
    // Our own portals read pictures of images there, with the session's cookie.
    const forApps = isForApps(request.method, path) && !fromPortal;
    if ((forApps || isForEverySite(request.url)) && !isAtConsole(env, request)) {
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': forApps ? 'etag, last-modified, retry-after, www-authenticate' : 'retry-after',
      });
      if (request.method !== 'OPTIONS') return;
      return reply
        .headers({
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': forApps
            ? 'authorization, content-type, if-none-match, prefer, range'
            : 'content-type',
          'access-control-max-age': '600',
        })
        .status(204)
        .send();
    }
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
