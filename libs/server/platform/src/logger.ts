import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Env } from '@konsil/server-settings/env';
import { traceIdsOf } from './tracing/trace-calls.ts';
import { traceIds } from './tracing/tracing.ts';

interface LoggedRequest {
  method: string;
  routeOptions?: { url?: string | undefined };
}
const messageOf = (error: unknown): string => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : '');
// Drizzle repeats the parameters of a failed query in its message, which may be personal data.
const safeMessage = (error: unknown): string =>
  messageOf(error)
    .replace(/(Failed query:).*/s, '$1 (left out)')
    .slice(0, 300);

/** A description of an error that is safe for operators. */
export const describeFailure = (error: unknown): string => {
  const { cause } = error as { cause?: unknown };
  return [safeMessage(error), cause ? safeMessage(cause) : ''].filter(Boolean).join(': ');
};

const describe = (error: unknown) => ({
  type: error instanceof Error ? error.name : typeof error,
  message: safeMessage(error),
  cause: error instanceof Error && error.cause ? safeMessage(error.cause) : undefined,
  stack:
    error instanceof Error
      ? (error.stack ?? '')
          .split('\n')
          .filter((line) => /^\s+at /.test(line))
          .slice(0, 6)
          .map((line) => line.trim())
          .join(' < ')
      : '',
});

/** Added to every line, because logs of several machines and processes are read together. */
export const ofProcess = (version: string) => ({ host: hostname(), process: process.pid, version });

/**
 * The request id from a proxy, so that both logs can be compared; otherwise our own. Ignored without a trusted proxy or
 * if malformed, because clients could forge it.
 */
export const requestIdOf =
  (env: Pick<Env, 'TRUSTED_PROXIES'>) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = headers['x-request-id'];
    const isId = typeof given === 'string' && /^(?=.*\d)[\da-fA-F-]{16,64}$/.test(given);
    return env.TRUSTED_PROXIES.length > 0 && isId ? given : randomUUID();
  };

/** Logs one line per request, when it is finished. */
export const logCalls = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      { req: request, ...traceIdsOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
};

/** Only fields listed here are logged: no bodies, URLs with ids, headers, or database errors with values. */
export const loggerOptions = (
  env: Pick<Env, 'LOG_LEVEL'>,
  version = '',
): NonNullable<FastifyServerOptions['logger']> => ({
  level: env.LOG_LEVEL,
  base: ofProcess(version),
  // A line outside of a span has none.
  mixin: () => ({ ...traceIds() }),
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label: string) => ({ level: label }) },
  serializers: {
    req: (request: LoggedRequest) => ({
      method: request.method,
      route: request.routeOptions?.url ?? 'unknown',
    }),
    err: describe,
    failure: describe,
  },
});
