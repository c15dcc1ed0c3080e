// One doctor's lists and searches, of this build and another one in turns, each on a copy of the same data: ratios that a
// shared machine cannot shift. Fill one folder with seed.mjs, and copy it for the other build
// (cp -a: PostgreSQL checks who owns its files).
// node tools/bench/lists-in-turns.mjs --data-dir DIR --other-root FOLDER --other-data-dir COPY [--rounds 10]
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildServer, processorMs, runServer } from './server.mjs';

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    'other-root': { type: 'string' },
    'other-data-dir': { type: 'string' },
    doctor: { type: 'string', default: 'doctor0@bench.example' },
    rounds: { type: 'string', default: '10' },
    /** Calls of one build before it is the other's turn. */
    calls: { type: 'string', default: '3' },
    /** Only kinds whose name this regular expression finds. */
    only: { type: 'string', default: '' },
  },
});
const { 'data-dir': own, 'other-data-dir': copy, 'other-root': otherRoot } = values;
if (!own || !otherRoot || !copy) {
  console.error(
    'Say --data-dir DIR of this build, and --other-root FOLDER with --other-data-dir COPY of the other one',
  );
  process.exit(1);
}

const kinds = Object.entries({
  inbox: '/api/process?view=needs_answer',
  'cases, all': '/api/process?view=all',
  'cases, answered': '/api/process?view=answered',
  'cases, archive': '/api/process?archived=true&view=all',
  'cases, drafts': '/api/process?only=drafts',
  'cases by name': '/api/process?search=adler',
  'first page': '/account/dashboarddata',
  'patients by activity': '/api/patientsoverview?sort=activity',
  'patients by name': '/api/patientsoverview',
  'patients found': '/api/patientsoverview?search=schmid',
  messages: '/api/messagesoverview',
  'messages found': '/api/messagesoverview?search=vorhof',
  todos: '/api/aufgaben',
  'search: name': '/api/search?q=adler',
  'search: beginning': '/api/search?q=ad',
  'search: two names': '/api/search?q=jakob%20pohl',
  'search: date': '/api/search?q=14.03.1979',
  'search: year': '/api/search?q=1979',
  'search: frequent word': '/api/search?q=befund',
  'search: word': '/api/search?q=narbe',
  'search: rare word': '/api/search?q=brandmann3902',
  'search: word and name': '/api/search?q=befund%20adler',
}).filter(([name]) => new RegExp(values.only).test(name));

buildServer();
/** A build on its data, with a signed-in doctor. The worker's duties would disturb the measurement. */
const start = async (root, folder, firstPort) => {
  const server = await runServer(resolve(folder), { KONSIL_DEMO: '0', KONSIL_ROLE: 'web' }, { root, firstPort });
  const databasePid = Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  const login = await fetch(`${server.origin}/account/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: values.doctor, password: 'Konsil-Bench-1' }),
  });
  const { CSRF_Token, Authorization } = await login.json();
  const headers = { authorization: `Token ${Authorization}`, 'x-csrftoken': CSRF_Token };
  return {
    end: server.end,
    databaseMs: () => processorMs(databasePid),
    call: async (path) => {
      const begun = performance.now();
      const response = await fetch(server.origin + path, { headers });
      const body = await response.json();
      if (!response.ok) throw new Error(`${response.status} ${path}`);
      return { ms: performance.now() - begun, body };
    },
  };
};
const firstPort = Number(process.env.BENCH_PORT ?? 27_310);
const builds = [
  await start(resolve(otherRoot), copy, firstPort + 20),
  await start(resolve(import.meta.dirname, '../..'), own, firstPort),
];

/** The numbers of an answer, which must be the same in both builds. */
const numbersOf = ({ total, counts, triage_counts, case_counts, unread_messages, open_todos }) =>
  JSON.stringify({ total, counts, triage_counts, case_counts, unread_messages, open_todos });
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const different = [];
const rows = [];
const [rounds, calls] = [Number(values.rounds), Number(values.calls)];
for (const [what, path] of kinds) {
  // Warm: a statement has a name from its eleventh use, and a plan for all values some uses later.
  const given = await Promise.all(
    builds.map(async ({ call }) => {
      for (let index = 1; index < rounds; index += 1) await call(path);
      return numbersOf((await call(path)).body);
    }),
  );
  if (given[0] !== given[1]) different.push(`${what}: ${given.join(' and ')}`);
  const measured = builds.map(() => ({ times: /** @type {number[]} */ ([]), databaseMs: 0 }));
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { call, databaseMs }] of builds.entries()) {
      const before = databaseMs();
      for (let made = 0; made < calls; made += 1) measured[index]?.times.push((await call(path)).ms);
      if (measured[index]) measured[index].databaseMs += databaseMs() - before;
    }
  const [other, mine] = measured.map(({ times, databaseMs }) => ({
    p50: median(times),
    lowest: Math.min(...times),
    database: databaseMs / times.length,
  }));
  rows.push({
    what,
    'other p50': Math.round(other.p50),
    'p50 ms': Math.round(mine.p50),
    ratio: Number((mine.p50 / other.p50).toFixed(2)),
    'of lowest': Number((mine.lowest / other.lowest).toFixed(2)),
    'database ms, other': Number(other.database.toFixed(1)),
    'database ms': Number(mine.database.toFixed(1)),
  });
}
console.table(rows);
for (const line of different) console.error(`The builds say different numbers. ${line}`);
for (const { end } of builds) await end('SIGTERM');
process.exit(different.length > 0 ? 1 : 0);
