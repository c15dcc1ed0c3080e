import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { waitUntil } from '@konsil/server-testing/until';
import type { Person } from './people.ts';

/** An open stream, read like a portal does. */
export const listenAt = async (
  app: FastifyInstance,
  person: Person,
  headers: Record<string, string> = {},
  query = '',
) => {
  const stream = { status: 0, text: '', ended: false, close: () => undefined as void };
  const call = httpRequest(
    {
      port: (app.server.address() as AddressInfo).port,
      host: '127.0.0.1',
      path: `/api/events${query}`,
      headers: { authorization: `Token ${person.token}`, ...headers },
    },
    (response) => {
      stream.status = response.statusCode ?? 0;
      response
        .on('data', (chunk: Buffer) => {
          stream.text += chunk.toString();
        })
        .on('end', () => {
          stream.ended = true;
        })
        .on('error', () => {
          stream.ended = true;
        });
    },
  );
  call.on('error', () => {
    stream.ended = true;
  });
  call.end();
  stream.close = () => void call.destroy();
  await waitUntil(() => stream.text.includes('retry:') || stream.status >= 400);
  return stream;
};

/** The events in the text of a stream. */
export const eventsIn = (text: string) =>
  [...text.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1] ?? ''));
