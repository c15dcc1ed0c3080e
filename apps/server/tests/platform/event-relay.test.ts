import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import type { FastifyInstance } from 'fastify';
import { publish, type NewEvent } from '@konsil/server-domain/events/events';
import { connectToRelay, EventRelay, subjectOf } from '@konsil/server-platform/events/relay';
import { notifyProcesses } from '@konsil/server-platform/events/notify';
import { readEnv } from '@konsil/server-settings/env';
import { freePort } from '@konsil/server-testing/free-port';
import { waitUntil } from '@konsil/server-testing/until';
import { checksOf } from '../../src/check/checks.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { eventsIn, listenAt } from '../support/event-stream.ts';
import { hasNats, natsUrl, startNats, type NatsServer } from '../support/nats.ts';
import { signUpPatient, type Person } from '../support/people.ts';

const described = hasNats ? describe : describe.skip;

described('With a NATS server (EVENTS_URL)', () => {
  let port: number;
  let nats: NatsServer;
  let house: TestApp;
  let second: FastifyInstance;
  let petra: Person;
  let tom: Person;
  /** A foreign client of the NATS server. */
  let stranger: NatsConnection;
  let heard: string[];
  beforeAll(async () => {
    port = await freePort();
    nats = await startNats(port);
    house = await testApp({ EVENTS_URL: nats.url });
    second = await house.secondProcess();
    for (const app of [house.app, second]) await app.listen({ port: 0, host: '127.0.0.1' });
    [petra, tom] = [await signUpPatient(house), await signUpPatient(house)];
  });
  afterAll(() => nats.kill());
  beforeEach(async () => {
    heard = [];
    stranger = await connectToRelay(house.env, {});
    stranger.subscribe(subject(), { callback: (_failure, message) => void heard.push(message.string()) });
    await stranger.flush();
  });
  afterEach(() => stranger.close());

  const subject = () => subjectOf(house.kernel.identity.id);
  const tell = (person: Person, event: NewEvent) =>
    house.kernel.db.transaction((tx) => publish(tx, [person.accountId], event, null));
  const typesIn = (stream: { text: string }) => eventsIn(stream.text).map(({ type }) => type as string);
  const countOf = async (way: string) =>
    Number(new RegExp(`_notices_total{way="${way}"} (\\d+)`).exec(await house.kernel.gauges.text())?.[1] ?? 0);
  const isConnected = (app: FastifyInstance) => app.kernel.relay?.isConnected ?? false;

  test('an event reaches the streams of every process once; NATS carries only ids', async () => {
    const [here, there, other] = [
      await listenAt(house.app, petra),
      await listenAt(second, petra),
      await listenAt(second, tom),
    ];
    const before = await countOf('received');
    for (let count = 1; count <= 10; count += 1) {
      await tell(petra, { type: 'message' });
      await waitUntil(() => [here, there].every((stream) => typesIn(stream).length >= count));
    }
    expect(await countOf('received')).toBe(before + 10);
    await waitUntil(() => heard.length >= 10);
    expect(heard.map((text) => JSON.parse(text) as unknown)).toEqual(
      Array(10).fill({ id: expect.any(Number), to: [petra.accountId] }),
    );
    await tell(tom, { type: 'todo' });
    await waitUntil(() => typesIn(other).length > 0);
    expect([here, there, other].map((stream) => typesIn(stream).length)).toEqual([10, 10, 1]);
    for (const stream of [here, there, other]) stream.close();
  });

  test('PostgreSQL notifies of rare changes only, not of events', async () => {
    const client = await house.owner.openClient({});
    const told: string[] = [];
    client.on('notification', ({ payload }) => told.push(String(payload)));
    await client.query('listen konsil');
    await tell(petra, { type: 'message' });
    await notifyProcesses(house.kernel.db, { kind: 'outbox' });
    await waitUntil(() => told.some((text) => text.includes('outbox')));
    await client.end();
    expect(told.filter((text) => text.includes('event'))).toEqual([]);
  });

  test('a transaction announces its events when it commits, and never after a rollback', async () => {
    const stream = await listenAt(second, petra);
    const { db } = house.kernel;
    const publishWithin = (tx: Parameters<typeof publish>[0], type: NewEvent['type']) =>
      publish(tx, [petra.accountId], { type }, null);
    await expect(
      db.transaction(async (tx) => {
        await publishWithin(tx, 'answer');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await db.transaction(async (tx) => {
      await publishWithin(tx, 'message');
      await tx.transaction((inner) => publishWithin(inner, 'todo'));
      await tx
        .transaction(async (inner) => {
          await publishWithin(inner, 'patient');
          throw new Error('no');
        })
        .catch(() => undefined);
      await stranger.flush();
      expect(heard).toEqual([]);
    });
    await db.transaction((tx) => publishWithin(tx, 'document'), { set: { 'konsil.test': '1' } });
    await waitUntil(() => typesIn(stream).includes('document'));
    expect(typesIn(stream).toSorted()).toEqual(['document', 'message', 'todo']);
    stream.close();
  });

  test('a foreign message in NATS only triggers a check for events', async () => {
    const [mine, others] = [await listenAt(second, petra), await listenAt(second, tom)];
    await tell(tom, { type: 'todo' });
    await waitUntil(() => typesIn(others).length === 1 && heard.length === 1);
    const { id } = JSON.parse(heard[0] ?? '') as { id: number };
    const before = await countOf('unreadable');
    const nonsense = ['', 'no JSON', '{}', '[]', 'null', '{"id":"1"}', '{"id":-1}', '{"id":1e300}', 'x'.repeat(20_000)];
    for (const text of nonsense) stranger.publish(subject(), text);
    const far = Number.MAX_SAFE_INTEGER;
    // Tom's event for Petra, once more for Tom, events that are not there, and accounts that are none.
    for (const notice of [
      { id, to: [petra.accountId] },
      { id, to: [tom.accountId] },
      { id },
      { id: far },
      { id: far, to: [petra.accountId], type: 'session_ended', payload: { type: 'answer' } },
      { id, to: ['x'] },
      { id, to: Array(1000).fill(petra.accountId) },
    ])
      stranger.publish(subject(), JSON.stringify(notice));
    await stranger.flush();
    // An event that was announced wrongly, before its own notice, still arrives.
    stranger.publish(subject(), JSON.stringify({ id: id + 1, to: [tom.accountId] }));
    await stranger.flush();
    await tell(petra, { type: 'message' });
    await waitUntil(() => typesIn(mine).length > 0);
    expect([typesIn(mine), typesIn(others)]).toEqual([['message'], ['todo']]);
    // Both processes hear it.
    expect(await countOf('unreadable')).toBe(before + 2 * (nonsense.length + 2));
    for (const stream of [mine, others]) stream.close();
  });

  test('without NATS events arrive later; once it returns, it relays them again', async () => {
    const [here, there] = [await listenAt(house.app, petra), await listenAt(second, petra)];
    await nats.kill();
    await waitUntil(() => ![house.app, second].some(isConnected));
    expect(await house.kernel.gauges.text()).toContain('konsil_events_server_connected 0');
    const before = await countOf('caught_up');
    await tell(petra, { type: 'message' });
    await waitUntil(() => [here, there].every((stream) => typesIn(stream).length > 0));
    expect(await countOf('caught_up')).toBeGreaterThan(before);

    nats = await startNats(port);
    await waitUntil(() => [house.app, second].every(isConnected));
    expect(await house.kernel.gauges.text()).toContain('konsil_events_server_connected 1');
    const received = await countOf('received');
    await tell(petra, { type: 'todo' });
    await waitUntil(() => [here, there].every((stream) => typesIn(stream).length > 1));
    await waitUntil(async () => (await countOf('received')) > received);
    for (const stream of [here, there]) expect(typesIn(stream)).toEqual(['message', 'todo']);
    for (const stream of [here, there]) stream.close();
  });

  test('a server starts without NATS and says so once, without the password', async () => {
    const elsewhere = await freePort();
    const said: unknown[] = [];
    let attempts = 0;
    const relay = new EventRelay({
      settings: {
        get EVENTS_URL() {
          attempts += 1;
          return natsUrl(elsewhere);
        },
        EVENTS_CREDENTIALS_FILE: undefined,
      },
      subject: subject(),
      log: { warn: (details, text) => said.push({ ...details, text }), info: (text) => said.push({ text }) },
    });
    await relay.start();
    await waitUntil(() => attempts >= 3);
    expect(said).toEqual([
      {
        reason: expect.stringContaining('ECONNREFUSED'),
        text: 'the events server is away, or refuses: live events arrive seconds later',
      },
    ]);
    expect(JSON.stringify(said)).not.toContain('Pass');
    const late = await startNats(elsewhere);
    await waitUntil(() => relay.isConnected);
    expect(said.slice(1)).toEqual([{ text: 'the events server is back' }]);
    await relay.close();
    await late.kill();
  });

  test('the next server of the address is used when the first is away', async () => {
    const [nowhere, own] = [await freePort(), new URL(nats.url)];
    const url = `nats://${own.username}:${own.password}@127.0.0.1:${nowhere},127.0.0.1:${port}`;
    const connection = await connectToRelay({ EVENTS_URL: url, EVENTS_CREDENTIALS_FILE: undefined }, {});
    expect(connection.info?.port).toBe(port);
    await connection.close();
  });

  test('the check publishes and receives a message, and reports what is wrong', async () => {
    const tryWith = (url: string) =>
      checksOf(readEnv({ NODE_ENV: 'test', KONSIL_DEMO: '1', EVENTS_URL: url }), house.kernel.connection)
        .find(({ name }) => name === 'events server')
        ?.try();
    expect(await tryWith(nats.url)).toBe(`127.0.0.1:${port} delivers what is published, no TLS`);
    await expect(tryWith(natsUrl(port, 'wrong'))).rejects.toThrow(/authori[sz]ation/i);
    await expect(tryWith(nats.url.replace('nats:', 'tls:'))).rejects.toThrow(/tls/i);
    await expect(tryWith(natsUrl(await freePort()))).rejects.toThrow(/refused/);
    expect(await tryWith('')).toBeNull();
  });

  test('a server with an unknown certificate is refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'konsil-nats-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost'.split(' ').concat('-keyout', key, '-out', cert),
      { stdio: 'ignore' },
    );
    const encrypted = await startNats(await freePort(), ['--tls', '--tlscert', cert, '--tlskey', key]);
    for (const scheme of ['tls', 'nats'])
      await expect(
        connectToRelay({ EVENTS_URL: encrypted.url.replace('nats', scheme), EVENTS_CREDENTIALS_FILE: undefined }, {}),
      ).rejects.toThrow(/certificate/);
    await encrypted.kill();
    await rm(folder, { recursive: true });
  });
});
