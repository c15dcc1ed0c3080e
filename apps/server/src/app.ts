import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Connection } from '@konsil/server-platform/database/client';
import { systemClock, type Clock } from '@konsil/server-platform/clock';
import { recordSecurityEvents } from '@konsil/server-platform/audit/security-events';
import { hasSinks } from '@konsil/server-platform/audit/security-sinks';
import { refuseOtherSites } from '@konsil/server-platform/http/cross-site';
import { serveDevOutbox } from './dev-outbox.ts';
import { answerHeaders, secureHeaders } from '@konsil/server-platform/http/headers';
import { Health } from './health.ts';
import { startHousekeeping } from './housekeeping.ts';
import type { Identity } from '@konsil/server-storage/identity';
import { acceptJsonOnly } from '@konsil/server-platform/http/json-body';
import { createKernel } from '@konsil/server-domain/kernel/kernel';
import { floodGuard, isInNetworks } from '@konsil/server-platform/limits';
import { countCalls } from '@konsil/server-platform/metrics';
import { logCalls, loggerOptions, requestIdOf } from '@konsil/server-platform/logger';
import { serveApiDocument } from '@konsil/server-domain/http/openapi';
import { OutboxWorker } from '@konsil/server-platform/outbox/outbox-worker';
import { Passwords } from '@konsil/server-platform/passwords';
import { systemTimers, type Timers } from '@konsil/server-platform/repeating';
import { answerWithProblems, isOutage, Problem, sendProblem } from '@konsil/server-platform/http/problems';
import { serveProblemsPage } from '@konsil/server-platform/http/problems-page';
import { emailCarrier, textCarriers } from '@konsil/server-platform/outbox/transports';
import { traceCalls } from '@konsil/server-platform/tracing/trace-calls';
import { addGauges } from './ops/gauges.ts';
import { callsLimit } from './reached-limits.ts';
import { release } from './release.ts';
import { serveSecurityTxt } from './security-txt.ts';
import { pushCarrier } from '@konsil/server-notifications/push/deliver';
import { webhookCarrier } from '@konsil/server-notifications/webhooks/deliver';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { modules } from './modules.ts';

export interface AppParts {
  identity: Identity;
  connection: Connection;
  vault: Vault;
  clock?: Clock;
  timers?: Timers;
  passwords?: Passwords;
}

// More than a busy user with several tabs needs per minute and address.
const callsPerMinute = 3000;
/** The factor by which limits are higher for a trusted network. */
const trustedTimes = 20;

/** Builds the server: the kernel, then every module. Does not listen yet. */
export const buildApp = async ({
  identity,
  connection,
  vault,
  clock = systemClock,
  timers = systemTimers,
  passwords = new Passwords(),
}: AppParts): Promise<FastifyInstance> => {
  const { env } = identity;
  const app = Fastify({
    logger: loggerOptions(env, release.version),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    requestIdHeader: false,
    genReqId: requestIdOf(env),
    trustProxy: env.TRUSTED_PROXIES.length > 0 ? env.TRUSTED_PROXIES : false,
    exposeHeadRoutes: false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 0,
    // Starting may take long on a busy machine; Fastify's default is ten seconds.
    pluginTimeout: 0,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    // Clients of FHIR write the base for a transaction with a slash, too.
    rewriteUrl: ({ method, url = '' }) => (method === 'POST' ? url.replace(/^\/fhir\/(?=$|\?)/, '/fhir') : url),
    // The listener refuses late requests, with headers and Retry-After (hosting/listen.ts).
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) =>
      void sendProblem(reply.headers(answerHeaders(env)), new Problem('not_found')),
  });
  recordSecurityEvents(hasSinks(env));
  const kernel = createKernel({ identity, connection, vault, clock, timers, log: app.log, passwords });
  app.decorate('kernel', kernel);
  app.decorateRequest('session', null);

  const calls = (env.LIMIT_CALLS_MINUTE ?? callsPerMinute) * env.KONSIL_LIMITS_FACTOR;
  const guard = floodGuard(
    callsLimit,
    clock,
    (ip) => (isInNetworks(ip, env.TRUSTED_NETWORKS) ? calls * trustedTimes : calls),
    kernel.limits.reached,
  );
  secureHeaders(app, env);
  traceCalls(app, env);
  countCalls(app, 'api');
  logCalls(app);
  addGauges(kernel);
  app.addHook('onRequest', async (request) => guard(request.ip));
  refuseOtherSites(app, env);
  acceptJsonOnly(app);
  answerWithProblems(app);

  const health = new Health({ pool: connection.pool, files: kernel.files, identity });
  app.decorate('health', health);
  app.get('/healthz', async (_request, reply) => {
    const report = await health.look();
    if (!report.ok) reply.status(503).header('retry-after', '5');
    return reply.header('cache-control', 'no-store').send(report);
  });
  for (const register of modules) await app.register(async (scope) => register(scope));
  serveProblemsPage(app);
  if (env.apiDocs) serveApiDocument(app);
  serveSecurityTxt(app);
  if (env.devOutbox) serveDevOutbox(app);

  const email = emailCarrier(env);
  const worker = kernel.works
    ? new OutboxWorker({
        db: kernel.db,
        vault,
        clock,
        listener: kernel.listener,
        log: app.log,
        keepSent: env.devOutbox,
        carriers: {
          email: email.carry,
          ...textCarriers(env),
          webhook: webhookCarrier(kernel),
          push: pushCarrier(kernel),
        },
      })
    : null;
  const house = startHousekeeping(kernel);
  app.addHook('onReady', async () => {
    await Promise.all([kernel.listener.start(), kernel.relay?.start()]);
    worker?.wake();
  });
  identity.onWake(() => worker?.wake());
  app.addHook('preClose', async () => kernel.events.close());
  app.addHook('onClose', async () => {
    house.stop();
    await worker?.close();
    email.close();
    await Promise.all([kernel.listener.close(), kernel.relay?.close()]);
    if (!kernel.works) return;
    await house.anchor().catch((failure: unknown) => {
      if (!isOutage(failure)) throw failure;
    });
  });
  return app;
};
