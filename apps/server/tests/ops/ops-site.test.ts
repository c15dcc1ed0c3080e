import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { enqueue } from '@konsil/server-platform/outbox/outbox';
import { secondMs } from '@konsil/server-platform/clock';
import { anchorAndReport } from '../../src/housekeeping.ts';
import { OpsSite } from '../../src/ops/ops-site.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { sentCase } from '../support/cases.ts';
import { registerDoctor, registerPatient, requestsAs } from '../support/people.ts';
import { TestBrowser } from '../support/browser.ts';

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

let house: TestApp;
let site: OpsSite;
let get: (path: string, method?: string) => Promise<Response>;
let stop: () => void;
beforeEach(async () => {
  house = await testApp();
  site = new OpsSite();
  const server = createServer(site.answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => server.close();
  get = (path, method = 'GET') =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method });
});
afterEach(async () => {
  stop();
  await house.close();
});

/** The samples of a response in Prometheus's text format. */
const samplesOf = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
const scrape = async () => samplesOf(await (await get('/metrics')).text());
const find = (samples: Sample[], name: string, labels: Record<string, string> = {}) =>
  samples.find(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value;

test('a starting process is alive but not ready, and so is a stopping one', async () => {
  expect((await get('/livez')).status).toBe(200);
  const starting = await get('/readyz');
  expect([starting.status, await starting.json()]).toEqual([503, { ready: false, why: 'starting' }]);
  site.serves(house.app);
  const ready = await get('/readyz');
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { ready: true, database: 'ok', storage: 'ok', data_folder: 'ok', schema: 'ok' },
  ]);
  site.stops();
  const stopping = await get('/readyz');
  expect([stopping.status, await stopping.json()]).toEqual([503, { ready: false, why: 'stopping' }]);
  expect((await get('/livez')).status).toBe(200);
});

test('an older or newer database schema makes a process not ready', async () => {
  site.serves(house.app);
  const { db } = house.owner;
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`);
  expect(await (await get('/readyz')).json()).toMatchObject({ ready: false, schema: 'newer' });
  await db.execute(
    sql`delete from drizzle.__drizzle_migrations where created_at > (select min(created_at) from drizzle.__drizzle_migrations)`,
  );
  expect(await (await get('/readyz')).json()).toMatchObject({ ready: false, schema: 'older' });
});

test('/version has version, schema and Node; refuses other paths and methods', async () => {
  expect(await (await get('/version')).json()).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    commit: expect.any(String) as string,
    schema: expect.stringMatching(/^\d{4}_\w+$/) as string,
    node: process.version,
  });
  const statuses = [await get('/'), await get('/api/process'), await get('/metrics', 'POST')].map(
    ({ status }) => status,
  );
  expect(statuses).toEqual([404, 404, 405]);
});

test('no metric label identifies a person', async () => {
  site.serves(house.app);
  const conversation = await sentCase(house);
  const browser = new TestBrowser(house.app);
  await browser.signIn('nobody@example.org', 'Wrong-Password-7');
  await requestsAs(house.app, conversation.patient).get(`/api/process/${conversation.caseId}?search=Schilddruese`);
  await requestsAs(house.app, conversation.patient).get(`/nowhere/${conversation.caseId}`);
  const samples = await scrape();
  const names = new Set(samples.flatMap(({ labels }) => Object.keys(labels)));
  const known = [
    'channel',
    'duty',
    'le',
    'limit',
    'method',
    'outcome',
    'pool',
    'route',
    'service',
    'site',
    'state',
    'status',
  ];
  const ofNode = ['kind', 'major', 'minor', 'patch', 'space', 'type', 'version'];
  expect([...names].filter((name) => ![...known, ...ofNode].includes(name))).toEqual([]);
  const routes = new Set(house.kernel.served.map(({ path }) => path));
  const own = ['unknown', '/healthz', '/.well-known/security.txt', '/dev/outbox', '/dev/outbox.json', '/docs'];
  for (const { labels } of samples) {
    for (const [name, value] of Object.entries(labels)) {
      // A template names its parameters; it contains nothing chosen by a caller.
      if (name === 'route') expect([...routes, ...own]).toContain(value);
      else expect(value).toMatch(/^[\w.+:-]{0,24}$/);
      expect(value).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|@|\d{6}/);
    }
  }
});

test('metrics cover requests, sign-ins, refusals, emails, the pool, streams and queues', async () => {
  site.serves(house.app);
  const before = await scrape();
  await sentCase(house, { patient: await registerPatient(house), doctor: await registerDoctor(house) });
  await new TestBrowser(house.app).signIn('nobody@example.org', 'Wrong-Password-7');
  await house.kernel.db.transaction((tx) =>
    enqueue(tx, house.kernel.vault, 'email', { to: 'a@example.org', subject: 'a', text: 'a' }),
  );
  const after = await scrape();
  const grown = (name: string, labels: Record<string, string>) =>
    (find(after, name, labels) ?? 0) - (find(before, name, labels) ?? 0);
  expect(grown('konsil_http_request_duration_seconds_count', { route: '/api/process', status: '201' })).toBe(1);
  expect(grown('konsil_sign_ins_total', { outcome: 'unknown_account' })).toBe(1);
  expect(grown('konsil_sign_ins_total', { outcome: 'ok' })).toBeGreaterThan(0);
  expect(find(after, 'konsil_outbox_oldest_seconds', { channel: 'sms' })).toBeDefined();
  expect(find(after, 'konsil_outbox_pending', { channel: 'email' })).toBeDefined();
  expect(find(after, 'konsil_outbox_failed', { channel: 'sms' })).toBe(0);
  expect(find(after, 'konsil_limits_exceeded_total', { limit: 'sms:prefix-day' })).toBe(0);
  expect(find(after, 'konsil_letters_total', { channel: 'sms', outcome: 'failed' })).toBeDefined();
  expect(find(after, 'konsil_database_connections_max')).toBe(10);
  for (const name of [
    'konsil_database_waiting',
    'konsil_event_streams',
    'konsil_erasures_overdue',
    'konsil_documents_waiting',
    'konsil_figures_unreadable',
    'konsil_quiet',
  ])
    expect([name, find(after, name)]).toEqual([name, expect.any(Number)]);
  for (const [name, labels] of [
    ['konsil_passwords', { state: 'waiting' }],
    ['konsil_uploads', { state: 'running' }],
    ['konsil_readers', { pool: 'later', state: 'waiting' }],
  ] as const)
    expect([name, find(after, name, labels)]).toEqual([name, expect.any(Number)]);
});

test('refused beacons and logouts do not count as refused calls', async () => {
  site.serves(house.app);
  const before = await scrape();
  const statuses = [];
  for (let calls = 0; calls < 61; calls += 1) {
    const { statusCode } = await house.app.inject({ method: 'POST', url: '/api/auth/_log', payload: {} });
    statuses.push(statusCode);
  }
  expect([statuses.at(-2), statuses.at(-1)]).toEqual([200, 429]);
  const after = await scrape();
  const grown = (limit: string) =>
    (find(after, 'konsil_limits_exceeded_total', { limit }) ?? 0) -
    (find(before, 'konsil_limits_exceeded_total', { limit }) ?? 0);
  expect([grown('auth-log:ip'), grown('calls:ip')]).toEqual([1, 0]);
});

test('a metric counts the rows of a background change until it is finished', async () => {
  site.serves(house.app);
  const rows = async () => find(await scrape(), 'konsil_background_change_rows', { change: 'moved' });
  await house.owner.pool.query("insert into drizzle.konsil_background_changes (name, changed) values ('moved', 1200)");
  expect(await rows()).toBe(1200);
  await house.owner.pool.query('update drizzle.konsil_background_changes set finished_at = now()');
  expect(await rows()).toBeUndefined();
});

test('a failing gauge is left out and counted; others are served', async () => {
  site.serves(house.app);
  await house.owner.db.execute(sql`alter table outbox rename to elsewhere`);
  const samples = await scrape();
  expect(find(samples, 'konsil_figures_unreadable')).toBe(3);
  expect(find(samples, 'konsil_outbox_pending', { channel: 'email' })).toBeUndefined();
  expect(find(samples, 'konsil_database_connections_max')).toBe(10);
  await house.owner.db.execute(sql`alter table elsewhere rename to outbox`);
  expect(find(await scrape(), 'konsil_figures_unreadable')).toBe(0);
});

test('counts an erasure that is two hours late', async () => {
  site.serves(house.app);
  const { patient } = await sentCase(house);
  const due = new Date(house.clock.now().getTime() - 3 * 3600 * secondMs).toISOString();
  await house.kernel.db.execute(sql`update accounts set erasure_at = ${due} where id = ${patient.accountId}`);
  expect(find(await scrape(), 'konsil_erasures_overdue')).toBe(1);
});

test('a metric tells the age of the oldest record without an anchor', async () => {
  site.serves(house.app);
  await registerPatient(house);
  const age = async () => find(await scrape(), 'konsil_audit_unanchored_seconds') ?? -1;
  house.clock.advance(2 * 3600 * secondMs);
  expect(await age()).toBeGreaterThanOrEqual(2 * 3600);
  await anchorAndReport(house.kernel);
  expect(await age()).toBe(0);
});
