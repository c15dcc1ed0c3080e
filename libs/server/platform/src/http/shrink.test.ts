import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { sendCompressed, compressBody } from './shrink.ts';

const app = Fastify();
app.get<{ Querystring: { length: number } }>('/', (request, reply) =>
  sendCompressed(reply.type('application/json'), compressBody(request, 'ä'.repeat(Number(request.query.length)))),
);
afterAll(() => app.close());
const answer = (length: number, accepted?: string) =>
  app.inject({ url: `/?length=${length}`, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a short and a long text survive %s compression', async (way, unpack) => {
  for (const length of [600, 200_000]) {
    const { headers, rawPayload } = await answer(length, way);
    expect(headers).toMatchObject({
      'content-encoding': way,
      vary: 'accept-encoding',
      'content-length': String(rawPayload.length),
    });
    expect(rawPayload.length).toBeLessThan(length / 5);
    expect(unpack(rawPayload).toString()).toBe('ä'.repeat(length));
  }
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['BR;q=0.5, gzip', 'br'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['gzip;q=0.0', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('a client that accepts %p gets %p', async (accepted, way) => {
  const { headers, payload } = await answer(600, accepted);
  expect(headers['content-encoding']).toBe(way);
  if (!way) expect(payload).toBe('ä'.repeat(600));
});

test('a response that fits into one packet is not compressed', async () => {
  expect((await answer(500, 'br')).headers['content-encoding']).toBeUndefined();
});
