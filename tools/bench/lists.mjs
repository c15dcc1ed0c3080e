// Inbox, patient search, case page and other lists with 100,000 patients, 300,000 cases and 1,000,000 messages, with 20
// concurrent users (issue 5: under 100 ms at the 95th percentile).
// node tools/bench/seed.mjs --data-dir /tmp/konsil-bench && node tools/bench/lists.mjs --data-dir /tmp/konsil-bench
// [--seconds 60]
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { exitCodeFor, smoke } from './budget.mjs';
import { buildServer, runServer } from './server.mjs';

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    seconds: { type: 'string', default: '60' },
    doctors: { type: 'string', default: '15' },
    patients: { type: 'string', default: '5' },
  },
});
const budgetMs = 100;
const password = 'Konsil-Bench-1';
// Think time between requests.
const thinkMs = smoke ? [0, 0] : [200, 1200];
const thinking = () => pause(thinkMs[0] + Math.random() * (thinkMs[1] - thinkMs[0]));

if (!values['data-dir']) {
  console.error('Say which folder tools/bench/seed.mjs filled: --data-dir /tmp/konsil-bench');
  process.exit(1);
}
buildServer();
const server = await runServer(resolve(values['data-dir']), { KONSIL_DEMO: '0' });
const times = new Map();
const failures = [];

/** A signed-in user whose requests are measured by kind. */
const person = async (email) => {
  const login = await fetch(`${server.origin}/account/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { CSRF_Token, Authorization } = await login.json();
  const headers = { authorization: `Token ${Authorization}`, 'x-csrftoken': CSRF_Token };
  return async (what, path) => {
    const begun = performance.now();
    const answer = await fetch(server.origin + path, { headers });
    const body = await answer.json();
    if (answer.status !== 200) failures.push(`${answer.status} ${path}`);
    times.set(what, [...(times.get(what) ?? []), performance.now() - begun]);
    await thinking();
    return body;
  };
};
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const typed = ['ad', 'adler', 'schmid', 'mir', 'jakob pohl', '1979', '14.03.1979', 'knoten', 'vorhof', 'sand'];
// Frequent ones in messages and answers, and rare ones in files.
const words = ['befund', 'operation', 'narbe', 'gutartig', 'beschwerden', 'adler12', 'brandmann3902', 'befund adler'];

const doctorAtWork = async (call) => {
  const inbox = await call('inbox', '/api/process?view=needs_answer');
  await call(
    'inbox, second page',
    `/api/process?view=answered&sort=activity&limit=50&cursor=${encodeURIComponent((await call('inbox, answered', '/api/process?view=answered')).next_cursor ?? '')}`,
  );
  await call('inbox, archive', '/api/process?archived=true&view=all');
  await call('search', `/api/search?q=${encodeURIComponent(pick(typed))}`);
  await call('search in texts', `/api/search?q=${encodeURIComponent(pick(words))}`);
  await call('inbox search', `/api/process?search=${encodeURIComponent(pick(typed))}`);
  await call('patient search', `/api/patientsoverview?search=${encodeURIComponent(pick(typed))}`);
  await call('patients by activity', '/api/patientsoverview?sort=activity');
  if (inbox.items?.length) await call('case page', `/api/processoverview/${pick(inbox.items).id}`);
  await call('messages', '/api/messagesoverview');
  await call('messages search', `/api/messagesoverview?search=${encodeURIComponent(pick(typed))}`);
  await call('ToDos', '/api/aufgaben?state=open');
  await call('first page', '/account/dashboarddata');
};
const patientAtWork = async (call) => {
  await call('first page, patient', '/account/dashboarddata');
  const own = await call('cases, patient', '/api/process');
  if (own.items?.length) await call('case page, patient', `/api/processoverview/${pick(own.items).id}`);
  await call('messages, patient', '/api/messagesoverview');
};

const people = [
  ...Array.from(
    { length: Number(values.doctors) },
    (_, index) => /** @type {[email: string, work: Function]} */ ([`doctor${index}@bench.example`, doctorAtWork]),
  ),
  ...Array.from(
    { length: Number(values.patients) },
    (_, index) => /** @type {[email: string, work: Function]} */ ([`patient${index}@bench.example`, patientAtWork]),
  ),
];
/** @type {[call: (what: string, path: string) => Promise<any>, work: Function][]} */
const calls = await Promise.all(people.map(async ([email, work]) => [await person(email), work]));
// One warm-up round: connections, keys, database cache.
await Promise.all(calls.map(([call, work]) => work(call)));
times.clear();
const until = Date.now() + Number(values.seconds) * 1000;
await Promise.all(
  calls.map(async ([call, work]) => {
    // Spreads the users' requests.
    await thinking();
    while (Date.now() < until) await work(call);
  }),
);

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const rows = [...times].map(([what, measured]) => {
  const sorted = measured.toSorted((a, b) => a - b);
  return {
    what,
    calls: sorted.length,
    'p50 ms': Math.round(at(sorted, 0.5)),
    'p95 ms': Math.round(at(sorted, 0.95)),
    'max ms': Math.round(sorted.at(-1)),
  };
});
console.table(rows);
const call = await person('doctor0@bench.example');
const alone = [];
for (let round = 0; round < 3; round += 1) {
  const page = await call('alone', '/api/patientsoverview');
  alone.push(`${Math.round(times.get('alone').at(-1))} ms for ${page.total}`);
}
console.warn(`All names in order, for the doctor with the most patients: ${alone.join(', ')}`);
if (failures.length > 0)
  console.error(`${failures.length} calls failed: ${[...new Set(failures)].slice(0, 5).join(', ')}`);
await server.end('SIGTERM');
const slow = rows.filter((row) => row['p95 ms'] > budgetMs);
if (slow.length > 0) console.error(`Over ${budgetMs} ms: ${slow.map(({ what }) => what).join(', ')}`);
process.exit(failures.length > 0 ? 1 : exitCodeFor(slow.length === 0));
