import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { securityEvents } from '@konsil/server-domain/schema';
import { appendAudit } from '@konsil/server-platform/audit/audit';
import { eventKinds, recordSecurityEvents, securityEventSchema } from '@konsil/server-platform/audit/security-events';
import { deliverSecurityEvents } from '@konsil/server-platform/audit/security-sinks';
import { dayMs } from '@konsil/server-platform/clock';
import { eraseDueAccounts } from '@konsil/server-privacy/erasure';
import { freePort } from '@konsil/server-testing/free-port';
import { waitUntil } from '@konsil/server-testing/until';
import { anchorAndReport } from '../../src/housekeeping.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { inviteDoctor, password, registerDoctor, requestsAs, signIn } from '../support/people.ts';
import { anOngoingCase } from '../support/story.ts';

const docs = (name: string) => readFile(join(__dirname, '../../../../docs', name), 'utf8');

/** A syslog server for one kind of stream: it collects the messages, each with its length in front. */
class Receiver {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private bytes = Buffer.alloc(0);

  constructor(tls?: { key: string; cert: string }) {
    const receive = (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (piece) => (this.bytes = Buffer.concat([this.bytes, piece])));
    };
    this.server = tls ? createTlsServer(tls, receive) : createServer(receive);
    this.server.on('tlsClientError', () => undefined);
  }
  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }
  listen(port = 0): Promise<void> {
    return new Promise((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }
  get messages(): string[] {
    const found: string[] = [];
    for (let at = 0; at < this.bytes.length; ) {
      const space = this.bytes.indexOf(' ', at);
      const length = Number(this.bytes.subarray(at, space).toString());
      // The rest is on its way.
      if (space < 0 || this.bytes.length < space + 1 + length) break;
      found.push(this.bytes.subarray(space + 1, space + 1 + length).toString());
      at = space + 1 + length;
    }
    return found;
  }
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
const bodyOf = (message: string): unknown => JSON.parse(message.slice(message.indexOf('{')));

let folder: string;
let house: TestApp;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konsil-events-'));
  file = join(folder, 'events.jsonl');
  // Without settings its own duty delivers nothing; the tests do.
  house = await testApp();
  recordSecurityEvents(true);
});
afterAll(async () => {
  recordSecurityEvents(false);
  await rm(folder, { recursive: true, force: true });
});
const lines = async () =>
  (await readFile(file, 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => securityEventSchema.parse(JSON.parse(line)));
const deliver = (settings: { SECURITY_EVENTS?: string; SYSLOG_URL?: string }) =>
  deliverSecurityEvents({
    db: house.kernel.db,
    clock: house.clock,
    env: { SECURITY_EVENTS: undefined, SYSLOG_URL: undefined, ...settings },
  });

test('events arrive in the file and by syslog over TCP, without personal content', async () => {
  const receiver = new Receiver();
  await receiver.listen();
  const SYSLOG_URL = `tcp://127.0.0.1:${receiver.port}`;
  const story = await anOngoingCase(house);
  const stranger = await inviteDoctor(house);
  const login = (email: string, secret: string) =>
    requestsAs(house.app).post('/account/api/login', { email, password: secret });
  await login(story.patient.email, 'falsch-falsch-1');
  await login('nobody@example.org', 'falsch-falsch-1');
  const patient = await signIn(house.app, story.patient.email);
  await requestsAs(house.app, stranger).get(`/api/processoverview/${story.caseId}`);
  await requestsAs(house.app, patient).post('/account/export', { current_password: password });
  await requestsAs(house.app, patient).post('/account/erasure', { current_password: password });
  house.clock.advance(31 * dayMs);
  await eraseDueAccounts(house.kernel);
  await anchorAndReport(house.kernel);
  await deliver({ SECURITY_EVENTS: file, SYSLOG_URL });

  const events = await lines();
  await waitUntil(() => receiver.messages.length >= events.length);
  await receiver.close();
  expect(receiver.messages.map(bodyOf)).toEqual(events);
  const kinds = events.map(({ event }) => event);
  expect(kinds).toEqual(
    expect.arrayContaining([
      'account_created',
      'signed_in',
      'sign_in_refused',
      'access_refused',
      'data_exported',
      'erasure_changed',
      'erased',
      'log_anchored',
    ]),
  );
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const refused = events.find(({ event }) => event === 'sign_in_refused');
  expect(refused).toMatchObject({
    installation: house.kernel.identity.id,
    outcome: 'refused',
    subject: story.patient.accountId,
    reason: 'wrong_password',
    dicom: { event_id: '110114', event_type: '110122', action: 'E', outcome: 4 },
  });
  expect(events.find(({ event }) => event === 'access_refused')).toMatchObject({
    action: 'case.read',
    actor: { account: stranger.accountId, kind: 'doctor' },
    dicom: { event_id: '110113', event_type: '110132', outcome: 4 },
  });
  expect(events.find(({ event }) => event === 'log_anchored')?.anchor?.mark).toMatch(/^[\w-]{43}$/);
  expect(receiver.messages[kinds.indexOf('sign_in_refused')]).toMatch(
    /^<84>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ konsil \d+ sign_in_refused - \{"schema":"konsil\.security-event\/1"/,
  );
  const everything = JSON.stringify(events);
  for (const word of ['@', 'Möller', 'Weber', 'falsch', story.patientId, story.caseId])
    expect(everything).not.toContain(word);
  expect(await house.kernel.db.$count(securityEvents)).toBe(0);
});

test('an unreachable receiver gets all events later; the file has no duplicates', async () => {
  const port = await freePort();
  await rm(file, { force: true });
  const settings = { SECURITY_EVENTS: file, SYSLOG_URL: `tcp://127.0.0.1:${port}` };
  await registerDoctor(house);
  await expect(deliver(settings)).rejects.toThrow('ECONNREFUSED');
  await expect(deliver(settings)).rejects.toThrow('ECONNREFUSED');
  const written = await lines();
  expect(written.length).toBeGreaterThan(1);
  const back = new Receiver();
  await back.listen(port);
  await deliver(settings);
  await waitUntil(() => back.messages.length >= written.length);
  await back.close();
  expect(back.messages.map(bodyOf)).toEqual(written);
  expect(await lines()).toEqual(written);
});

test('an event of a rolled back transaction is never sent', async () => {
  await deliver({ SECURITY_EVENTS: file });
  await rm(file, { force: true });
  await expect(
    house.kernel.db.transaction(async (tx) => {
      const actor = { accountId: null, role: 'system' as const };
      await appendAudit(tx, house.kernel.vault, actor, house.clock.now(), [
        { action: 'account.sign_in', result: 'allowed' },
      ]);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await deliver({ SECURITY_EVENTS: file })).toBe(0);
});

test('over UDP each event is one datagram', async () => {
  const socket = createSocket('udp4');
  const messages: string[] = [];
  socket.on('message', (message) => messages.push(message.toString()));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  await registerDoctor(house);
  const sent = await deliver({ SYSLOG_URL: `udp://127.0.0.1:${socket.address().port}` });
  while (messages.length < sent) await new Promise((resolve) => socket.once('message', resolve));
  socket.close();
  for (const message of messages) securityEventSchema.parse(bodyOf(message));
  expect(messages.length).toBeGreaterThan(1);
});

test('over TLS a server with an unknown certificate gets nothing', async () => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-subj',
      '/CN=127.0.0.1',
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  );
  const receiver = new Receiver({ key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') });
  await receiver.listen();
  await registerDoctor(house);
  await expect(deliver({ SYSLOG_URL: `tls://127.0.0.1:${receiver.port}` })).rejects.toThrow('certificate');
  await receiver.close();
  expect(receiver.messages).toEqual([]);
});

test('the documentation has the format and every kind of event', async () => {
  expect(JSON.parse(await docs('security-event.schema.json'))).toEqual(
    JSON.parse(JSON.stringify(z.toJSONSchema(securityEventSchema))),
  );
  const text = await docs('security-events.md');
  for (const kind of eventKinds) expect(text).toContain(`\`${kind}\``);
});
