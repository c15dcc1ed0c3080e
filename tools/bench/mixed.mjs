// A mixed load without think time: 100 signed-in people, four reads to each write, and the writes in the cases of a few
// doctors. Then the processor time of one case page and of one session check, the server's and its database's together.
// node tools/bench/seed.mjs --data-dir /tmp/konsil-mixed --patients 2000 --doctors 20
// node tools/bench/mixed.mjs --data-dir /tmp/konsil-mixed [--sessions 100] [--seconds 30] [--calls 300] [--root FOLDER]
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildServer, processorMs, runServer } from './server.mjs';

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    sessions: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '30' },
    calls: { type: 'string', default: '300' },
    /** Another build of Konsil, to compare with. */
    root: { type: 'string' },
  },
});
if (!values['data-dir']) {
  console.error('Say which folder tools/bench/seed.mjs filled: --data-dir /tmp/konsil-mixed');
  process.exit(1);
}
const folder = resolve(values['data-dir']);
const [sessions, seconds, calls] = [values.sessions, values.seconds, values.calls].map(Number);
if (!values.root) buildServer();
const server = await runServer(
  folder,
  { KONSIL_DEMO: '0' },
  values.root ? { root: resolve(values.root), firstPort: 27_330 } : undefined,
);
const databasePid = Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
const processorOfBoth = () => processorMs(server.pid) + processorMs(databasePid);
const times = { read: [], write: [] };
const failures = new Map();
const pick = (list) => list[Math.floor(Math.random() * list.length)];

const signIn = async (email) => {
  const login = await fetch(`${server.origin}/account/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Konsil-Bench-1' }),
  });
  const { CSRF_Token, Authorization } = await login.json();
  if (!Authorization) throw new Error(`${email} could not sign in: ${login.status}`);
  const headers = {
    authorization: `Token ${Authorization}`,
    'x-csrftoken': CSRF_Token,
    'content-type': 'application/json',
  };
  const call = async (kind, method, path, body) => {
    const begun = performance.now();
    const answer = await fetch(server.origin + path, { method, headers, body: body && JSON.stringify(body) });
    const given = await answer.json();
    if (!answer.ok) failures.set(`${answer.status} ${method}`, (failures.get(`${answer.status} ${method}`) ?? 0) + 1);
    times[kind]?.push(performance.now() - begun);
    return given;
  };
  const list = await call('', 'GET', email.startsWith('doctor') ? '/api/process?view=all' : '/api/process');
  return { call, cases: (list.items ?? []).map(({ id }) => id) };
};

// A fifth are doctors; every patient of the population has cases with some of them.
const doctors = Math.max(1, Math.round(sessions / 5));
const people = [];
for (let index = 0; index < sessions; index += 1)
  people.push(await signIn(index < doctors ? `doctor${index % 20}@bench.example` : `patient${index}@bench.example`));
const busy = people.flatMap(({ call, cases }) => cases.slice(0, 1).map((id) => ({ call, id }))).slice(0, 10);
const answering = people.filter(({ cases }) => cases.length > 0);

const reads = [
  ({ call }) => call('read', 'GET', '/account/dashboarddata'),
  ({ call }) => call('read', 'GET', '/api/process'),
  ({ call, cases }) => call('read', 'GET', `/api/processoverview/${pick(cases)}`),
  ({ call }) => call('read', 'GET', '/api/messagesoverview'),
];
const write = () => {
  const { call, id } = pick(busy);
  return call('write', 'POST', `/api/messages/${id}`, { subject: 'Befund', message: 'Die Werte sind besser.' });
};
const work = async (person, until) => {
  for (let step = Math.floor(Math.random() * 5); Date.now() < until; step += 1)
    await (step % 5 === 4 ? write() : reads[step % 5](person));
};
const loadFor = (ms) => {
  const until = Date.now() + ms;
  return Promise.all(answering.map((person) => work(person, until)));
};

await loadFor(seconds * 200);
for (const list of Object.values(times)) list.length = 0;
failures.clear();
const before = processorOfBoth();
const begun = performance.now();
await loadFor(seconds * 1000);
const took = (performance.now() - begun) / 1000;
const used = processorOfBoth() - before;
const made = times.read.length + times.write.length;
const at = (list, share) => {
  const sorted = list.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
};
console.log(`${(made / took).toFixed(0)} calls a second, ${(used / made).toFixed(2)} ms of processor each`);
for (const [kind, list] of Object.entries(times))
  console.log(`${kind}: ${list.length}, p50 ${at(list, 0.5)} ms, p99 ${at(list, 0.99)} ms`);

/** Processor time of one call, in milliseconds, with eight callers. */
const costOf = async (path) => {
  const parts = () => [processorMs(server.pid), processorMs(databasePid)];
  const once = async (count) => {
    for (let index = 0; index < count; index += 1) {
      const { call, cases } = pick(answering);
      await call('', 'GET', path(pick(cases)));
    }
  };
  await once(Math.min(20, calls));
  const start = parts();
  await Promise.all(Array.from({ length: 8 }, () => once(Math.ceil(calls / 8))));
  const [own, database] = parts().map((ms, index) => ((ms - start[index]) / calls).toFixed(2));
  return `${own} ms of the server's processor, ${database} ms of the database's`;
};
const single = {
  'case page': (id) => `/api/processoverview/${id}`,
  'first page': () => '/account/dashboarddata',
  'list of cases': () => '/api/process',
  messages: () => '/api/messagesoverview',
  'session check': () => '/api/auth/session',
};
for (const [name, path] of Object.entries(single)) console.log(`${name}: ${await costOf(path)}`);
if (failures.size > 0) console.error('Failed:', Object.fromEntries(failures));
await server.end('SIGTERM');
process.exit(failures.size > 0 ? 1 : 0);
