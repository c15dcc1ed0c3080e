import type { Socket } from 'node:net';
import { headers } from '../kernel/headers.ts';
import { problemBody, Problem } from '../kernel/problems.ts';

const lines: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Answers what is not even HTTP, or came too slowly, in the words and with the headers of every other refusal; then hangs up. */
export const refuseBrokenRequest = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const line = lines[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify({ ...problemBody(new Problem('unreadable')), status: Number(line.slice(0, 3)) });
  const head = { ...headers, 'content-type': 'application/problem+json', 'content-length': Buffer.byteLength(body), 'cache-control': 'no-store', connection: 'close' };
  socket.end([`HTTP/1.1 ${line}`, ...Object.entries(head).map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n'));
};
