// Two builds of Konsil, each on its own data of the same size, under the mixed load of mixed.mjs in short turns, so that both have the same share of
// a busy machine: calls a second, times, and the processor time of single pages, with the ratio of the second to the first.
// node tools/bench/seed.mjs --data-dir A --patients 10000   (in the older version; cp -a A B, and the newer one migrates B)
// node tools/bench/versions.mjs --before ROOT --before-data A --data B [--sessions 30] [--turns 8] [--seconds 3] [--calls 48]
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildServer, processorMs, runServer } from './server.mjs';

const root = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    'before-data': { type: 'string' },
    data: { type: 'string' },
    sessions: { type: 'string', default: '30' },
    turns: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '3' },
    calls: { type: 'string', default: '48' },
  },
});
const { before, 'before-data': beforeData, data } = values;
if (!before || !beforeData || !data) {
  console.error('Say which build is compared, and both data folders: --before ROOT --before-data A --data B');
  process.exit(1);
}
const [sessions, turns, seconds, calls] = [values.sessions, values.turns, values.seconds, values.calls].map(Number);
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const failures = new Map();

const signIn = async (origin, email) => {
  const login = await fetch(`${origin}/account/api/login`, {
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
  const call = async (method, path, body) => {
    const begun = performance.now();
    const answer = await fetch(origin + path, { method, headers, body: body && JSON.stringify(body) });
    const given = await answer.json();
    if (!answer.ok) failures.set(`${answer.status} ${path}`, (failures.get(`${answer.status} ${path}`) ?? 0) + 1);
    return { given, ms: performance.now() - begun };
  };
  const isDoctor = email.startsWith('doctor');
  const { given } = await call('GET', isDoctor ? '/api/process?view=all' : '/api/process');
  return { call, isDoctor, cases: (given.items ?? []).map(({ id }) => id) };
};

const started = [];
/** One build with its people. */
const side = async (name, place, folder) => {
  const server = await runServer(folder, { KONSIL_DEMO: '0' }, place);
  started.push(server);
  const database = Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  const doctors = Math.max(1, Math.round(sessions / 5));
  const people = [];
  for (let index = 0; index < sessions; index += 1)
    people.push(
      await signIn(server.origin, index < doctors ? `doctor${index}@bench.example` : `patient${index}@bench.example`),
    );
  const working = people.filter(({ cases }) => cases.length > 0);
  return {
    name,
    server,
    working,
    busy: working.slice(0, 10).map(({ call, cases }) => ({ call, id: cases[0] })),
    processor: () => [processorMs(server.pid), processorMs(database)],
    times: { read: [], write: [] },
    seconds: 0,
    used: [0, 0],
  };
};
const reads = ['/account/dashboarddata', '/api/process', '/api/processoverview/:id', '/api/messagesoverview'];

/** @returns processor time that `work` took, of the server and of its database */
const costing = async (at, work) => {
  const begun = at.processor();
  await work();
  return at.processor().map((ms, index) => ms - begun[index]);
};
const turn = async (at) => {
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const used = await costing(at, () =>
    Promise.all(
      at.working.map(async (person) => {
        for (let step = Math.floor(Math.random() * 5); performance.now() < until; step += 1) {
          const path = reads[step % 5];
          const one = pick(at.busy);
          const { ms } = path
            ? await person.call('GET', path.replace(':id', pick(person.cases)))
            : await one.call('POST', `/api/messages/${one.id}`, {
                subject: 'Befund',
                message: 'Die Werte sind besser.',
              });
          at.times[path ? 'read' : 'write'].push(ms);
        }
      }),
    ),
  );
  at.seconds += (performance.now() - begun) / 1000;
  at.used = at.used.map((ms, index) => ms + used[index]);
};
/** Processor time of one call, with four callers. */
const costOf = async (at, count, path, people) => {
  const once = async (times) => {
    for (let index = 0; index < times; index += 1) {
      const { call, cases } = pick(people);
      await call('GET', path.replace(':id', pick(cases)));
    }
  };
  await once(4);
  const [own, database] = await costing(at, () => Promise.all([1, 2, 3, 4].map(() => once(count / 4))));
  return { own: own / count, database: database / count };
};

buildServer();
const sides = [];
const at = (list, share) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))];
const rows = [];
/** Two numbers, of the version before and of this one. */
const row = (what, numbers) => {
  const [first, second] = numbers;
  rows.push({ what, before: first.toFixed(1), now: second.toFixed(1), ratio: (second / first).toFixed(2) });
};
try {
  sides.push(await side('before', { root: resolve(before), firstPort: 27_440 }, resolve(beforeData)));
  sides.push(await side('now', { root, firstPort: 27_430 }, resolve(data)));
  for (const each of sides) await turn(each);
  for (const each of sides) Object.assign(each, { times: { read: [], write: [] }, seconds: 0, used: [0, 0] });
  for (let round = 0; round < turns; round += 1)
    for (const each of round % 2 ? sides.toReversed() : sides) await turn(each);
  const made = ({ times }) => times.read.length + times.write.length;
  row(
    'calls a second',
    sides.map((each) => made(each) / each.seconds),
  );
  row(
    'processor of a call, ms',
    sides.map((each) => (each.used[0] + each.used[1]) / made(each)),
  );
  for (const kind of ['read', 'write'])
    for (const share of [0.5, 0.99])
      row(
        `${kind} p${share * 100}, ms`,
        sides.map(({ times }) => at(times[kind], share)),
      );
  const pages = [...reads, '/api/auth/session', '/api/patientsoverview?sort=activity', '/api/aufgaben?state=open'];
  for (const path of pages)
    for (const isDoctor of path === '/api/auth/session' ? [false] : [false, true]) {
      const costs = [];
      for (const each of sides)
        costs.push(
          await costOf(
            each,
            calls,
            path,
            each.working.filter((person) => person.isDoctor === isDoctor),
          ),
        );
      const name = `${path}, ${isDoctor ? 'doctor' : 'patient'}`;
      row(
        `${name}: processor, ms`,
        costs.map(({ own, database }) => own + database),
      );
      row(
        `${name}: of it the database`,
        costs.map(({ database }) => database),
      );
    }
} finally {
  for (const server of started) await server.end('SIGTERM');
}
console.log(
  `${sides.map((each) => `${each.name}: ${each.times.write.length} writes, ${each.times.read.length} reads`).join('; ')}`,
);
console.table(rows);
if (failures.size > 0) console.error('Failed:', Object.fromEntries(failures));
process.exit(failures.size > 0 ? 1 : 0);
