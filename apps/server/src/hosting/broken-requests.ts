import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Env } from '@konsil/server-settings/env';
import { answerHeaders } from '@konsil/server-platform/http/headers';
import { problemBody, Problem } from '@konsil/server-platform/http/problems';

type Https = Pick<Env, 'https'>;

const lines: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** A refusal of what no app sees: the words and headers of every other one, and the end of the connection. */
const refusal = (env: Https, problem: Problem, status: number) => {
  const body = JSON.stringify({ ...problemBody(problem), status });
  const { retryAfter } = problem.details;
  const head: Record<string, string | number> = {
    ...answerHeaders(env),
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  };
  return { head, body };
};

/** Answers what is not even HTTP, or came too slowly; then hangs up. */
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
  const { head, body } = refusal(env, problem, status);
  response.writeHead(status, head).end(body);
};

/** Answers who expects of us what we do not know. */
export const refuseExpectation =
  (env: Https) =>
  (_request: IncomingMessage, response: ServerResponse): void =>
    refuse(env, response, new Problem('unreadable'), 417);

/** Answers a call that names no host, and says so; the others are the app's. */
export const refusedWithoutHost = (
  env: Https,
  { headers, httpVersion }: IncomingMessage,
  response: ServerResponse,
): boolean => {
  if (headers.host !== undefined || httpVersion === '1.0') return false;
  refuse(env, response, new Problem('unreadable'));
  return true;
};

/** Sends a call away that comes while the server stops: another process, or this one in a moment, will answer it. */
export const refuseLate = (env: Https, response: ServerResponse): void =>
  refuse(env, response, new Problem('unavailable', { retryAfter: 2 }));
