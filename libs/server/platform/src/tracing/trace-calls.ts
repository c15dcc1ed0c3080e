import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Env } from '@konsil/server-settings/env';
import { openSpan, type OpenSpan, type TraceIds } from './tracing.ts';

const spans = new WeakMap<FastifyRequest, OpenSpan>();

/** The ids of a request's span, also when it has ended. */
export const traceIdsOf = (request: FastifyRequest): TraceIds | Record<string, never> => spans.get(request)?.ids ?? {};

/** Makes a span of each request, named by its route; `traceparent` is taken over from a trusted proxy only. */
export const traceCalls = (app: FastifyInstance, env: Pick<Env, 'TRUSTED_PROXIES'>): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const parent = env.TRUSTED_PROXIES.length > 0 ? headers : {};
    const attributes = { 'http.request.method': method, 'http.route': route };
    const span = openSpan(`${method} ${route}`, 'server', attributes, parent);
    if (!span) return done();
    spans.set(request, span);
    span.within(done);
  });
  // Reading the body loses the context of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status } = reply;
    spans.get(request)?.end({ 'http.response.status_code': status }, status >= 500 ? new Error('failed') : undefined);
  });
};
