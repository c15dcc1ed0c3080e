// Kills built servers with SIGKILL in the middle of a background change of many rows: the next one goes on, every row is changed exactly once,
// and `konsil status` says how far it is. No version has such a change now, so the server is built with one for a table made here.
// node tools/campaign/kill-change.mjs [--rows 50000] [--kills 3]
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildServer, spawnServer } from '../bench/server.mjs';
import { serverBundle, writeBundle } from '../server-bundle.mjs';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '50000' }, kills: { type: 'string', default: '3' } },
});
const [rows, kills] = [Number(values.rows), Number(values.kills)];
const root = resolve(import.meta.dirname, '../..');
process.chdir(root);
// Inside node_modules, so that the bundle finds its packages.
const next = join(root, 'node_modules/.cache/konsil/kill-change');
// Only what never comes takes this long, even on a busy machine.
const longestMs = 30 * 60_000;

/** The list of background changes, with one that tests have. */
const withChange = {
  name: 'with-change',
  setup: ({ onLoad }) => {
    onLoad({ filter: /database\/background-changes\.ts$/ }, ({ path }) => {
      const [empty, filled] = ['BackgroundChange[] = [];', 'BackgroundChange[] = [doubled];'];
      const text = readFileSync(path, 'utf8');
      if (!text.includes(empty)) throw new Error('A version has background changes now: kill one of them.');
      return {
        loader: 'ts',
        contents: `import { doubled } from './doubled.testing.ts';\n${text.replace(empty, filled)}`,
      };
    });
  },
};
const buildNext = async () => {
  const output = join(next, 'dist/apps/server');
  const { outputFiles } = await build({ ...serverBundle(output), plugins: [withChange] });
  writeBundle(output, outputFiles);
};

const folder = mkdtempSync(join(tmpdir(), 'konsil-kill-change-'));
const ask = async (/** @type {string} */ words, values = []) => {
  const client = new pg.Client({ host: join(folder, 'postgres/run'), user: 'konsil', database: 'konsil' });
  await client.connect();
  try {
    return (await client.query(words, values)).rows;
  } finally {
    await client.end();
  }
};
const until = async (what, isTrue) => {
  const begun = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - begun > longestMs) throw new Error(`After half an hour not: ${what}`);
    await pause(20);
  }
  return (performance.now() - begun) / 1000;
};

const running = new Set();
/** A server without pages: it works on the duties alone. */
const start = async (place) => {
  const server = spawnServer(folder, { KONSIL_ROLE: 'worker', KONSIL_DEMO: '0' }, place);
  running.add(server);
  const ended = once(server, 'exit').then(() => running.delete(server));
  let said = '';
  server.stdout.on('data', (text) => (said += String(text)));
  await until('the server works', () => {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
    return said.includes('Konsil works');
  });
  return {
    end: async (signal) => {
      server.kill(signal);
      await ended;
    },
  };
};
const [older, newer] = [root, next].map((place) => ({ root: place, firstPort: 27_350 }));

/** What `konsil status` says of the change; undefined if nothing. */
const told = () => {
  let said;
  try {
    said = execFileSync(process.execPath, [join(next, 'dist/apps/server/konsil.mjs'), 'status'], {
      env: { ...process.env, KONSIL_DATA_DIR: folder, KONSIL_DEMO: '0' },
      encoding: 'utf8',
    });
  } catch (error) {
    said = String(error.stdout);
  }
  const line = /^Background change items_doubled: (\d+) rows since .*$/m.exec(said);
  return line ? Number(line[1]) : undefined;
};
const changed = async () => {
  const [row] = await ask('select count(*) as count from changes');
  return Number(row.count);
};
/** A server changes rows at this moment. */
const isChanging = async () =>
  (await ask("select 1 from pg_stat_activity where state = 'active' and query like 'update items set doubled%'"))
    .length > 0;

const findings = [];
try {
  buildServer();
  await buildNext();
  // A process of the version before goes on all the time; it knows no change, and keeps the database running.
  await start(older);
  await ask(`
    create table items (id int primary key, number int not null, doubled int);
    insert into items select n, n from generate_series(1, ${rows}) n;
    create table changes (id int not null);
    create function note_change() returns trigger language plpgsql as $$ begin
      -- As slow as rows with text and indexes.
      perform pg_sleep(0.0002);
      insert into changes values (new.id);
      return new;
    end $$;
    create trigger noted before update on items for each row execute function note_change();
    grant select, update on items to konsil_server;
    grant insert on changes to konsil_server`);
  let server = await start(newer);
  let before = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const wanted = Math.max(before + 1, Math.floor((rows * kill) / (kills + 1)));
    const waited = await until(`${wanted} rows are changed`, async () => (await changed()) >= wanted);
    await until('a batch runs', isChanging);
    await server.end('SIGKILL');
    await until('the batch of the killed server is over', async () => !(await isChanging()));
    const [done, says] = [await changed(), told()];
    console.log(`killed after ${done} of ${rows} rows (${waited.toFixed(0)} s); konsil status: ${says}`);
    if (says !== done) findings.push(`konsil status says ${says}, but ${done} rows are changed`);
    if (done < before || done >= rows) findings.push(`killed at ${done} rows, before at ${before}`);
    before = done;
    server = await start(newer);
    const again = await until('the change goes on', async () => (await changed()) > before);
    console.log(`the next server went on after ${again.toFixed(0)} s`);
  }
  const rest = await until('the change is finished', () => told() === undefined);
  console.log(`finished after ${rest.toFixed(0)} s more`);
  const [result] = await ask(`select
    (select count(*)::int from items where doubled = number * 2) as right,
    (select count(*)::int from changes) as changes,
    (select count(distinct id)::int from changes) as once,
    (select changed::int from drizzle.konsil_background_changes where finished_at is not null) as progress`);
  console.log(result);
  for (const [name, count] of Object.entries(result))
    if (count !== rows) findings.push(`${name}: ${count}, not ${rows}`);
} finally {
  for (const server of running) server.kill('SIGTERM');
  await until('all servers ended', () => running.size === 0);
  rmSync(folder, { recursive: true, force: true });
  rmSync(next, { recursive: true, force: true });
}
for (const finding of findings) console.error(finding);
console.log(findings.length === 0 ? 'Nothing was lost, nothing was changed twice.' : `${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
