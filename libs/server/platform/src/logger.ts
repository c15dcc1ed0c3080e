import type { FastifyServerOptions } from 'fastify';
import type { Env } from '@konsil/server-settings/env';

interface LoggedRequest {
  method: string;
  id: string;
  routeOptions?: { url?: string | undefined };
}
const messageOf = (error: unknown): string => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : '');
// Drizzle repeats the parameters of a failed query in its message: those are people's data.
const safeMessage = (error: unknown): string =>
  messageOf(error)
    .replace(/(Failed query:).*/s, '$1 (left out)')
    .slice(0, 300);

/** What a failure may be called where an operator reads it. */
export const failureWords = (error: unknown): string => {
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

/** Only what is named here reaches a log: no body, no address with ids, no header, no error of the database with its values. */
export const loggerOptions = (env: Pick<Env, 'LOG_LEVEL'>): NonNullable<FastifyServerOptions['logger']> => ({
  level: env.LOG_LEVEL,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label: string) => ({ level: label }) },
  serializers: {
    req: (request: LoggedRequest) => ({
      method: request.method,
      route: request.routeOptions?.url ?? 'unknown',
      id: request.id,
    }),
    res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    err: describe,
    failure: describe,
  },
});
