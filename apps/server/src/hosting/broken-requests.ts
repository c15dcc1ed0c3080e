import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Env } from '@konsil/server-settings/env';
import { answerHeaders } from '@konsil/server-platform/http/headers';
import { problemLocale } from '@konsil/server-platform/http/accepted-locale';
import { problemBody, Problem } from '@konsil/server-platform/http/problems';

type Https = Pick<Env, 'https'>;

const lines: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** A refusal outside of any app: with the usual texts and headers, then closes the connection. */
const refusal = (env: Https, problem: Problem, status: number, headers: IncomingHttpHeaders = {}) => {
  const locale = problemLocale(headers);
  const body = JSON.stringify({ ...problemBody(problem, locale), status });
  const { retryAfter } = problem.details;
  const head: Record<string, string | number> = {
    ...answerHeaders(env),
    'content-type': 'application/problem+json',
    'content-language': locale,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  };
  return { head, body };
};

/** Responds to malformed or too slow requests, then closes the connection. */
export const refuseBrokenRequest =
  (env: Https) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const line = lines[error.code ?? ''] ?? '400 Bad Request';
    const { head, body } = refusal(env, new Problem('unreadable'), Number(line.slice(0, 3)));
    socket.end(
      [`HTTP/1.1 ${line}`, ...Object.entries(head).map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n'),
    );
  };

const refuse = (env: Https, response: ServerResponse, problem: Problem, status = problem.status): void => {
  const { head, body } = refusal(env, problem, status, response.req.headers);
  response.writeHead(status, head).end(body);
};

/** Responds to an unknown `Expect` header. */
export const refuseExpectation =
  (env: Https) =>
  (_request: IncomingMessage, response: ServerResponse): void =>
    refuse(env, response, new Problem('unreadable'), 417);

/** Refuses a request without a host, and returns whether it did. */
export const refusedWithoutHost = (
  env: Https,
  { headers, httpVersion }: IncomingMessage,
  response: ServerResponse,
): boolean => {
  if (headers.host !== undefined || httpVersion === '1.0') return false;
  refuse(env, response, new Problem('unreadable'));
  return true;
};

/** Refuses requests while the server stops, with Retry-After. */
export const refuseWhileStopping = (env: Https, response: ServerResponse): void =>
  refuse(env, response, new Problem('unavailable', { retryAfter: 2 }));
