import { createServer, type Server } from 'node:http';
import { securityEvents } from '@konsil/server-domain/schema';
import { recordSecurityEvents, securityEventSchema } from '@konsil/server-platform/audit/security-events';
import { deliverSecurityEvents, hasSinks } from '@konsil/server-platform/audit/security-sinks';
import { testApp, type TestApp } from '../support/app.ts';
import { listening, loadHttpForJest } from '../support/otlp.ts';
import { requestsAs } from '../support/people.ts';
import { anOngoingCase } from '../support/story.ts';

interface ReceivedRecord {
  timeUnixNano: string;
  severityText: string;
  eventName: string;
  body: { stringValue: string };
}
interface Received {
  resourceLogs: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeLogs: { scope: { name: string }; logRecords: ReceivedRecord[] }[];
  }[];
}

let house: TestApp;
let collector: Server;
let endpoint: string;
let status = 200;
const received: Received[] = [];
const records = () =>
  received.flatMap(({ resourceLogs }) =>
    resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)),
  );
beforeAll(async () => {
  loadHttpForJest();
  collector = createServer((call, response) => {
    const pieces: Buffer[] = [];
    call.on('data', (piece: Buffer) => pieces.push(piece));
    call.on('end', () => {
      if (status === 200 && call.url === '/v1/logs')
        received.push(JSON.parse(Buffer.concat(pieces).toString()) as Received);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  endpoint = await listening(collector);
  house = await testApp();
  recordSecurityEvents(true);
});
afterAll(() => {
  recordSecurityEvents(false);
  collector.closeAllConnections();
  collector.close();
});
const settings = () => ({
  SECURITY_EVENTS: undefined,
  SYSLOG_URL: undefined,
  OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
  OTEL_LOGS_EXPORTER: 'otlp' as const,
});
const deliver = (more: object = {}) =>
  deliverSecurityEvents({
    db: house.kernel.db,
    clock: house.clock,
    env: { ...settings(), ...more },
    version: '1.2.3',
  });

test('security events arrive at a collector as log records, without personal content', async () => {
  const story = await anOngoingCase(house);
  await requestsAs(house.app).post('/account/api/login', { email: story.patient.email, password: 'falsch-falsch-1' });
  const waiting = await house.kernel.db.$count(securityEvents);
  expect(await deliver()).toBe(waiting);
  const events = records().map(({ body }) => securityEventSchema.parse(JSON.parse(body.stringValue)));
  expect(events).toHaveLength(waiting);
  const refused = records().find(({ eventName }) => eventName === 'konsil.sign_in_refused');
  expect(refused).toMatchObject({ severityText: 'WARN', timeUnixNano: expect.stringMatching(/^\d{19}$/) });
  const [{ resource, scopeLogs } = { resource: { attributes: [] }, scopeLogs: [] }] = received[0]?.resourceLogs ?? [];
  const told = Object.fromEntries(resource.attributes.map(({ key, value }) => [key, value.stringValue]));
  expect([told['service.name'], told['service.version'], scopeLogs[0]?.scope.name]).toEqual([
    'konsil',
    '1.2.3',
    'konsil.security',
  ]);
  for (const word of ['@', 'Möller', 'falsch', story.patientId, story.caseId])
    expect([word, JSON.stringify(received).includes(word)]).toEqual([word, false]);
  expect(await house.kernel.db.$count(securityEvents)).toBe(0);
});

test('events that a collector refuses are re-sent, and none is lost', async () => {
  await requestsAs(house.app).post('/account/api/login', { email: 'nobody@example.org', password: 'falsch-falsch-1' });
  const before = records().length;
  status = 400;
  await expect(deliver()).rejects.toThrow();
  expect([records().length, await house.kernel.db.$count(securityEvents)]).toEqual([before, 1]);
  status = 200;
  expect(await deliver()).toBe(1);
  expect(records()).toHaveLength(before + 1);
});

test('spans alone are sent unless the settings ask for logs', () => {
  expect(hasSinks(settings())).toBe(true);
  for (const off of [
    { OTEL_LOGS_EXPORTER: 'none' as const },
    { OTEL_LOGS_EXPORTER: undefined },
    { OTEL_SDK_DISABLED: true },
  ])
    expect(hasSinks({ ...settings(), ...off })).toBe(false);
});
