import type { FastifyInstance } from 'fastify';
import { testApp, type TestApp } from '../support/app.ts';
import { eventsIn, listenAt } from '../support/event-stream.ts';
import { requestsAs, signInAgain, signUpPatient, type Person } from '../support/people.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { minuteMs } from '@konsil/server-platform/clock';
import { publish, type NewEvent } from '@konsil/server-domain/events/events';
import type { Session } from '@konsil/server-domain/sessions/sessions';

let house: TestApp;
let second: FastifyInstance;
let petra: Person;
let tom: Person;
beforeAll(async () => {
  house = await testApp();
  second = await house.secondProcess();
  for (const app of [house.app, second]) await app.listen({ port: 0, host: '127.0.0.1' });
  [petra, tom] = [await signUpPatient(house), await signUpPatient(house)];
});
beforeEach(async () => {
  [petra, tom] = [await signInAgain(house.app, petra), await signInAgain(house.app, tom)];
});

const listen = (person: Person, app = house.app, headers: Record<string, string> = {}, query = '') =>
  listenAt(app, person, headers, query);
const tell = (accounts: string[], event: NewEvent, by: string | null = null) =>
  house.kernel.db.transaction((tx) => publish(tx, accounts, event, by));
const caseId = '5f0c1d5e-8a0b-4c53-9f4e-1c2d3e4f5a6b';

test('an event reaches its accounts in every process, and nobody else', async () => {
  const [here, there, other] = [await listen(petra), await listen(petra, second), await listen(tom)];
  await tell([petra.accountId], { type: 'message', case_id: caseId }, tom.accountId);
  await tell([tom.accountId], { type: 'todo', case_id: caseId }, tom.accountId);
  await waitUntil(() => [here, there, other].every((stream) => stream.text.includes('data:')));
  for (const stream of [here, there])
    expect(eventsIn(stream.text)).toEqual([{ type: 'message', case_id: caseId, mine: false }]);
  expect(eventsIn(other.text)).toEqual([{ type: 'todo', case_id: caseId, mine: true }]);
  for (const stream of [here, there, other]) stream.close();
});

test('a rolled back event is not sent', async () => {
  const stream = await listen(petra);
  await expect(
    house.kernel.db.transaction(async (tx) => {
      await publish(tx, [petra.accountId], { type: 'answer' }, null);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await tell([petra.accountId], { type: 'document' });
  await waitUntil(() => stream.text.includes('data:'));
  expect(eventsIn(stream.text)).toEqual([{ type: 'document', mine: false }]);
  stream.close();
});

test('a reconnecting client gets missed events', async () => {
  const before = await listen(petra);
  await tell([petra.accountId], { type: 'case', case_id: caseId });
  await waitUntil(() => before.text.includes('data:'));
  const last = /^id: (\d+)$/m.exec(before.text)?.[1] ?? '';
  before.close();
  await tell([petra.accountId], { type: 'answer', case_id: caseId });
  await tell([tom.accountId], { type: 'epicrisis' });
  const after = await listen(petra, second, { 'last-event-id': last });
  await waitUntil(() => after.text.includes('answer'));
  expect(eventsIn(after.text).map((event) => event.type)).not.toContain('epicrisis');
  after.close();
});

test('also those missed before its first event', async () => {
  await tell([tom.accountId], { type: 'case' });
  const before = await listen(petra);
  const began = /^id: (\d+)$/m.exec(before.text)?.[1] ?? '';
  before.close();
  await tell([petra.accountId], { type: 'answer', case_id: caseId });
  const after = await listen(petra, second, { 'last-event-id': began });
  await waitUntil(() => after.text.includes('answer'));
  expect(after.text).not.toContain('resync');
  after.close();
});

test("changes between a page's requests and its stream are replayed", async () => {
  await tell([petra.accountId], { type: 'answer', case_id: caseId });
  await tell([tom.accountId], { type: 'epicrisis' });
  const stream = await listen(petra, second, {}, '?behind=60000');
  await tell([petra.accountId], { type: 'todo', case_id: caseId });
  await waitUntil(() => stream.text.includes('todo'));
  const types = eventsIn(stream.text).map((event) => event.type);
  expect(types).toEqual(expect.arrayContaining(['answer', 'todo']));
  expect(types).not.toContain('epicrisis');
  stream.close();
});

test('older changes are not replayed', async () => {
  await tell([petra.accountId], { type: 'answer', case_id: caseId });
  await house.kernel.connection.pool.query("update events set created_at = created_at - interval '1 hour'");
  const stream = await listen(petra, second, {}, '?behind=1500');
  await tell([petra.accountId], { type: 'todo', case_id: caseId });
  await waitUntil(() => stream.text.includes('todo'));
  expect(eventsIn(stream.text).map((event) => event.type)).toEqual(['todo']);
  stream.close();
});

test.each(['0', 'x', '999999', '999999999999999999999'])(
  'Last-Event-ID %s tells the portal to refetch everything',
  async (last) => {
    await tell([tom.accountId], { type: 'case' });
    const stream = await listen(petra, house.app, { 'last-event-id': last });
    await waitUntil(() => stream.text.includes('data:'));
    expect(eventsIn(stream.text)[0]).toEqual({ type: 'resync', mine: false });
    stream.close();
  },
);

test.each([
  [
    'more changes than are replayed',
    'insert into events (account_ids, payload) select array[$1::uuid], $2 from generate_series(1, 501)',
  ],
  [
    'changes too far back to look for',
    "with jump as materialized (select setval('events_id_seq', nextval('events_id_seq') + 10001)) insert into events (account_ids, payload) select array[$1::uuid], $2 from jump",
  ],
])('a client that missed %s refetches everything', async (_which, statement) => {
  const before = await listen(petra);
  const began = /^id: (\d+)$/m.exec(before.text)?.[1] ?? '';
  before.close();
  await house.owner.pool.query(statement, [petra.accountId, JSON.stringify({ type: 'case', case_id: caseId })]);
  const after = await listen(petra, second, { 'last-event-id': began });
  await waitUntil(() => after.text.includes('data:'));
  expect(eventsIn(after.text)).toEqual([{ type: 'resync', mine: false }]);
  after.close();
});

const lastWord = (text: string) => eventsIn(text).at(-1);
const ended = { type: 'session_ended', mine: false };

test('the stream reports the end of its session, however it ended, and closes', async () => {
  const elsewhere = await signInAgain(house.app, petra);
  const [signedOut, endedElsewhere] = [await listen(petra), await listen(elsewhere, second)];
  await requestsAs(second, petra).post('/account/api/logout');
  await waitUntil(() => signedOut.ended);
  expect(endedElsewhere.ended).toBe(false);
  const third = await signInAgain(house.app, petra);
  await requestsAs(house.app, third).delete('/account/sessions');
  await waitUntil(() => endedElsewhere.ended);
  expect([lastWord(signedOut.text), lastWord(endedElsewhere.text)]).toEqual([ended, ended]);

  const idle = await listen(third);
  house.clock.advance(31 * minuteMs);
  await waitUntil(() => idle.ended);
  expect(lastWord(idle.text)).toEqual(ended);
});

test('stopping a server ends no session: portals reconnect', async () => {
  const third = await house.secondProcess();
  await third.listen({ port: 0, host: '127.0.0.1' });
  const stream = await listen(petra, third);
  await third.close();
  await waitUntil(() => stream.ended);
  expect(stream.text).not.toContain('session_ended');
});

test('nobody can listen without a session', async () => {
  expect((await listen({ ...petra, token: 'x' })).status).toBe(401);
});

test('after the LISTEN connection broke, portals refetch and get events again', async () => {
  const stream = await listen(petra);
  await house.owner.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'konsil listener' and datname = current_database()",
  );
  await waitUntil(() => stream.text.includes('resync'));
  await tell([petra.accountId], { type: 'patient' });
  await waitUntil(() => eventsIn(stream.text).some((event) => event.type === 'patient'));
  stream.close();
});

test('a stream does not extend the idle timeout', async () => {
  const before = (await requestsAs(house.app, petra).get('/account/isloggedin')).json().expires_at;
  house.clock.advance(5 * minuteMs);
  (await listen(petra)).close();
  const { rows } = await house.kernel.connection.pool.query<{ expires_at: Date }>(
    'select max(expires_at) as expires_at from sessions where account_id = $1',
    [petra.accountId],
  );
  expect(rows[0]?.expires_at.toISOString()).toBe(before);
});

test('a stream opened during the session check is not closed', async () => {
  const { sessions } = house.kernel;
  const ask = sessions.alive.bind(sessions);
  const early = await listen(petra);
  let late: Awaited<ReturnType<typeof listen>> | undefined;
  jest.spyOn(sessions, 'alive').mockImplementationOnce(async (ids) => {
    const alive = await ask(ids);
    late = await listen(tom);
    return alive;
  });
  await waitUntil(() => late !== undefined);
  await new Promise(setImmediate);
  await tell([petra.accountId, tom.accountId], { type: 'message' });
  await waitUntil(() => early.text.includes('message'));
  await waitUntil(() => late?.text.includes('message') ?? false);
  expect(late?.text).not.toContain('session_ended');
  [early, late].forEach((stream) => stream?.close());
});

test('a stream that fails to start does not replace an open one', async () => {
  const stream = await listen(petra);
  const {
    sessions,
    events,
    connection: { pool },
  } = house.kernel;
  const session = await sessions.byToken(petra.token, undefined, false);
  if (!session) throw new Error('no session');
  const { host } = pool.options;
  pool.options.host = '/nowhere';
  await house.owner.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()',
    ['konsil'],
  );
  const opened = await Promise.allSettled(Array.from({ length: 40 }, () => events.open(session)));
  pool.options.host = host;
  expect(opened.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(12);
  for (const begun of opened) if (begun.status === 'fulfilled') begun.value.destroy();
  const after = await listen(petra);
  await tell([petra.accountId], { type: 'message' });
  await waitUntil(() => after.text.includes('message'));
  expect([stream.ended, stream.text.includes('message')]).toEqual([false, true]);
  for (const open of [stream, after]) open.close();
});

const insertEvent = async (accounts: string[], event: NewEvent): Promise<number> => {
  const { rows } = await house.owner.pool.query<{ id: string }>(
    'insert into events (account_ids, payload) values ($1, $2) returning id',
    [accounts, JSON.stringify(event)],
  );
  return Number(rows[0]?.id);
};

test('an event whose process died before announcing it is delivered, once', async () => {
  const [here, there, other] = [await listen(petra), await listen(petra, second), await listen(tom, second)];
  await insertEvent([petra.accountId], { type: 'document', case_id: caseId });
  await waitUntil(() => [here, there].every((stream) => stream.text.includes('document')));
  // Others are found later, and those before are not told again.
  await insertEvent([petra.accountId, tom.accountId], { type: 'answer', case_id: caseId });
  await waitUntil(() => [here, there, other].every((stream) => stream.text.includes('answer')));
  expect([here, there, other].map(({ text }) => eventsIn(text).map(({ type }) => type))).toEqual([
    ['document', 'answer'],
    ['document', 'answer'],
    ['answer'],
  ]);
  for (const stream of [here, there, other]) stream.close();
});

test('a stream gets no events committed before it began', async () => {
  await insertEvent([petra.accountId], { type: 'document', case_id: caseId });
  const stream = await listen(petra, second);
  await insertEvent([petra.accountId], { type: 'answer', case_id: caseId });
  await waitUntil(() => stream.text.includes('answer'));
  expect(eventsIn(stream.text).map(({ type }) => type)).toEqual(['answer']);
  stream.close();
});

test('a process without a reader of an event does not read it', async () => {
  const [here, other] = [await listen(petra), await listen(tom, second)];
  const reads: unknown[] = [];
  const { pool } = second.kernel.connection;
  const query = pool.query.bind(pool) as (...asked: unknown[]) => never;
  pool.query = (...asked: unknown[]) => {
    const [{ text = '' } = {}] = asked as [{ text?: string }?];
    if (/from "events" where "events"\."id" in/.test(text)) reads.push(asked[1]);
    return query(...asked);
  };
  await tell([petra.accountId], { type: 'message' });
  await waitUntil(() => here.text.includes('message'));
  await tell([tom.accountId], { type: 'todo' });
  await waitUntil(() => other.text.includes('todo'));
  pool.query = query;
  expect(reads.length).toBeLessThanOrEqual(1);
  for (const stream of [here, other]) stream.close();
});

test('a notification without account ids is delivered, as older processes send it', async () => {
  const stream = await listen(petra, second);
  const id = await insertEvent([petra.accountId], { type: 'document' });
  await house.owner.pool.query("select pg_notify('konsil', $1)", [JSON.stringify({ kind: 'event', id })]);
  await waitUntil(() => stream.text.includes('document'));
  await tell([...Array.from({ length: 500 }, () => crypto.randomUUID()), petra.accountId], { type: 'answer' });
  await waitUntil(() => stream.text.includes('answer'));
  expect(eventsIn(stream.text).map(({ type }) => type)).toEqual(['document', 'answer']);
  stream.close();
});

test('a stream client with more than 256 KiB unread is disconnected', async () => {
  const unread = async (bytes: number) => {
    const session = { id: crypto.randomUUID(), accountId: petra.accountId } as Session;
    const stream = await house.kernel.events.open(session);
    // Versions of Node differ in whether what fills the side to read still counts.
    stream.write(Buffer.alloc(64 * 1024));
    stream.write(Buffer.alloc(bytes - stream.writableLength));
    expect(stream.writableLength).toBe(bytes);
    return stream;
  };
  const [slow, tooSlow] = [await unread(256 * 1024), await unread(256 * 1024 + 1)];
  // At that moment: the next event or heartbeat finds too much unread for this one, too.
  const other = new Promise((known) => tooSlow.once('close', () => known(slow.destroyed)));
  await tell([petra.accountId], { type: 'message' });
  expect(await other).toBe(false);
  slow.destroy();
});
