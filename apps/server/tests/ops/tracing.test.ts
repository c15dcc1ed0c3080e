import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { isNull } from 'drizzle-orm';
import { outbox } from '@konsil/server-domain/schema';
import { logCalls, loggerOptions } from '@konsil/server-platform/logger';
import { smsCarrier } from '@konsil/server-platform/outbox/transports';
import { startOtel } from '@konsil/server-platform/tracing/otel';
import { traceCalls } from '@konsil/server-platform/tracing/trace-calls';
import { withoutValues } from '@konsil/server-platform/tracing/trace-queries';
import { inSpan, sendSpansTo, type Tracer } from '@konsil/server-platform/tracing/tracing';
import { S3Objects } from '@konsil/server-storage/s3-objects';
import { waitUntil } from '@konsil/server-testing/until';
import { testApp, type TestApp } from '../support/app.ts';
import { listening, loadHttpForJest } from '../support/otlp.ts';
import { requestsAs } from '../support/people.ts';
import { anOngoingCase } from '../support/story.ts';

interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
}
interface Received {
  resourceSpans: { resource: unknown; scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

const attribute = (span: ReceivedSpan | undefined, key: string): unknown =>
  Object.values(span?.attributes.find((each) => each.key === key)?.value ?? {})[0];
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

let collector: Server;
const received: Received[] = [];
const spans = () =>
  received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)),
  );
let tracer: Tracer;
let house: TestApp;
beforeAll(async () => {
  loadHttpForJest();
  // A collector that speaks OTLP over HTTP.
  collector = createServer((call, response) => {
    const pieces: Buffer[] = [];
    call.on('data', (piece: Buffer) => pieces.push(piece));
    call.on('end', () => {
      if (call.url === '/v1/traces') received.push(JSON.parse(Buffer.concat(pieces).toString()) as Received);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  tracer = startOtel({ endpoint: await listening(collector), version: '1' });
  sendSpansTo(tracer);
  house = await testApp({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(async () => {
  sendSpansTo(undefined);
  collector.closeAllConnections();
  collector.close();
});

test('routes, statements and emails are traced without ids, addresses or queries', async () => {
  const story = await anOngoingCase(house);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const authorised = requestsAs(house.app, story.patient);
  await authorised.get(`/api/processoverview/${story.caseId}`, undefined, { traceparent });
  await authorised.get('/api/search?q=Knoten&page=1');
  await waitUntil(async () => (await house.kernel.db.$count(outbox, isNull(outbox.sentAt))) === 0);
  await house.close();

  const server = createServer((_request, response) => response.writeHead(404).end('<Code>NoSuchKey</Code>'));
  const objects = new S3Objects({
    endpoint: await listening(server),
    bucket: 'b',
    region: 'r',
    accessKeyId: 'a',
    secretAccessKey: 's',
  });
  await inSpan('outer', 'internal', {}, () =>
    objects.kept('kept/anchors/00000000-0000-4000-8000-000000000001/000000000/001.json'),
  );
  server.closeAllConnections();
  server.close();
  await tracer.shutdown();

  const all = spans();
  const route = all.find(({ spanId, parentSpanId }) => parentSpanId === 'b7ad6b7169203331' && spanId);
  expect(route?.traceId).toBe('0af7651916cd43dd8448eb211c80319c');
  expect(route?.name).toMatch(/^GET \/api\/processoverview\/:/);
  expect(attribute(route, 'http.response.status_code')).toBe(200);
  const statements = all.filter(({ parentSpanId }) => parentSpanId === route?.spanId);
  expect(statements.length).toBeGreaterThan(3);
  expect(statements.some(({ name }) => name === 'select cases')).toBe(true);
  const upload = all.find(({ name }) => name.startsWith('POST ') && name.includes('document'));
  // Also after the body was read.
  expect(all.filter(({ parentSpanId }) => parentSpanId === upload?.spanId).length).toBeGreaterThan(3);
  const letter = all.find(({ name }) => name === 'send email');
  expect(all.filter(({ parentSpanId }) => parentSpanId === letter?.spanId).map(({ name }) => name)).toContain(
    'update outbox',
  );
  const outer = all.find(({ name }) => name === 'outer');
  expect(all.find(({ name }) => name === 's3')?.parentSpanId).toBe(outer?.spanId);
  expect(JSON.stringify(received[0]?.resourceSpans[0]?.resource)).toContain('"konsil"');

  for (const { name, attributes } of all) {
    const text = JSON.stringify([name, attributes]);
    expect(text).not.toMatch(uuid);
    for (const word of ['@example', 'Möller', 'Knoten', '?q=', '+49']) expect(text).not.toContain(word);
  }
});

describe('with a tracer of its own', () => {
  let own: Tracer;
  beforeAll(async () => {
    own = startOtel({ endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, version: '1' });
    sendSpansTo(own);
  });
  afterAll(() => own.shutdown());

  test('a called service continues the trace', async () => {
    const heard: IncomingHttpHeaders[] = [];
    const gateway = createServer((call, response) => {
      heard.push(call.headers);
      call.resume().on('end', () => response.end('OK'));
    });
    const send = smsCarrier({
      SMS_GATEWAY_URL: await listening(gateway),
      SMS_GATEWAY_HEADERS: {},
      SMS_GATEWAY_BODY: '{}',
      SMS_GATEWAY_OK: /OK/,
      SMS_GATEWAY_REFUSED: undefined,
    });
    const ids = await inSpan('outer', 'internal', {}, async () => {
      await send({ to: '+49', subject: '', text: '' }, 'id');
      return own.current();
    });
    gateway.closeAllConnections();
    gateway.close();
    expect(heard[0]?.traceparent).toMatch(new RegExp(`^00-${ids?.trace_id}-[0-9a-f]{16}-01$`));
    expect(heard[0]?.traceparent).not.toContain(ids?.span_id);
  });

  test('log lines carry the trace ids, which only a trusted proxy can set', async () => {
    const lines: Record<string, unknown>[] = [];
    const stream = new Writable({
      write: (line: Buffer, _encoding, done) => {
        lines.push(JSON.parse(line.toString()) as Record<string, unknown>);
        done();
      },
    });
    const options = loggerOptions({ LOG_LEVEL: 'info' }) as object;
    const app = Fastify({ logger: { ...options, stream } });
    traceCalls(app, { TRUSTED_PROXIES: [] });
    logCalls(app);
    app.post('/hello/:id', async (call) => {
      call.log.info('inside');
      return {};
    });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await app.inject({ method: 'POST', url: '/hello/1', payload: { a: 1 }, headers: { traceparent } });
    await waitUntil(() => lines.some(({ msg }) => msg === 'answered'));
    await app.close();
    const [inside, answered] = ['inside', 'answered'].map((word) => lines.find(({ msg }) => msg === word));
    expect(inside?.trace_id).toMatch(/^[0-9a-f]{32}$/);
    expect(answered?.trace_id).toBe(inside?.trace_id);
    expect(inside?.trace_id).not.toBe('0af7651916cd43dd8448eb211c80319c');
  });
});

test.each([
  [
    "begin; select set_config('konsil.actor', '0af76519-16cd-43dd-8448-eb211c80319c', true)",
    'begin; select set_config(?, ?, true)',
  ],
  ['select "id" from "cases" where "id" = $1 limit 20', 'select "id" from "cases" where "id" = $1 limit ?'],
  ["insert into t values ('it''s', 4.5, $2)", 'insert into t values (?, ?, $2)'],
  ['select $tag$secret$tag$ from sha256', 'select ? from sha256'],
])('a statement is traced without its values: %s', (text, plain) => {
  expect(withoutValues(text)).toBe(plain);
});
