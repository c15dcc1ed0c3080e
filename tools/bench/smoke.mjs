// Runs each bench, and the campaign that kills servers during a change, with minimal work, so that code changes do not
// break them unnoticed. Checks no budgets. Benches that only need a demo server share one. Without Lighthouse, which npx
// fetches.
// node tools/bench/smoke.mjs [NAME] requires built portals; prints one TAP line per bench
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer, runServer } from './server.mjs';

const [only] = process.argv.slice(2);
const temporary = () => mkdtempSync(join(tmpdir(), 'konsil-smoke-'));
const [demo, population] = [temporary(), temporary()];
const ports = { shared: 27_310, own: 27_320 };

/** Programs of other folders. */
const folders = { 'kill-change': '../campaign' };

const mostSilence = 300_000;
let count = 0;
const onSeed = ['lists', 'lists-in-turns', 'mixed'];
const isWanted = (name) => only === undefined || name === only || (name === 'seed' && onSeed.includes(only));
const runBench = (/** @type {[name: string, ...options: string[]]} */ [name, ...options], settings) =>
  new Promise((resolve) => {
    const env = { ...process.env, BENCH_SMOKE: '1', ...settings };
    const begun = Date.now();
    const bench = execFile(
      process.execPath,
      [join(import.meta.dirname, folders[name] ?? '', `${name}.mjs`), ...options],
      { env, maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        clearTimeout(silence);
        if (error) console.log(`${stdout}${stderr}${error.message}`.replace(/^/gm, '# '));
        console.log(
          `${error ? 'not ok' : 'ok'} ${(count += 1)} - the bench ${name} runs, ${((Date.now() - begun) / 1000).toFixed(0)} s`,
        );
        if (error) process.exitCode = 1;
        resolve(undefined);
      },
    );
    // A slow machine gets on, too: a bench ends only if it says nothing for so long.
    const silence = setTimeout(() => bench.kill(), mostSilence);
    for (const stream of [bench.stdout, bench.stderr]) stream?.on('data', () => silence.refresh());
  });

/** Runs benches one after another, since they share data. */
const runInTurn = async (/** @type {[name: string, ...options: string[]][]} */ benches, settings) => {
  for (const bench of benches) if (isWanted(bench[0])) await runBench(bench, settings);
};

/** Benches of a demo server: they share one, and those that kill it take over its data. */
const runShared = async () => {
  const BENCH_PORT = String(ports.shared);
  /** @type {[name: string, ...options: string[]][]} */
  const sharing = [
    ['upload-fairness', '--photos', '3'],
    ['upload', '--rounds', '1'],
    ['documents', '--documents', '12'],
    ['first-page', '--runs', '1'],
    ['two-installations', '--kills', '1'],
  ];
  if (sharing.some(([name]) => isWanted(name))) {
    const server = await runServer(demo);
    await runInTurn(sharing, { BENCH_PORT, BENCH_SERVER: String(server.pid), BENCH_FOLDER: demo });
    await server.end('SIGTERM');
  }
  await runInTurn(
    [
      ['kills', '--kills', '1'],
      ['kill-erasure', '--documents', '6'],
    ],
    { BENCH_PORT, BENCH_FOLDER: demo },
  );
};

const runOthers = () =>
  runInTurn(
    [
      ['table', '--rounds', '1'],
      ['viewer', '--runs', '1'],
      ['audit-chains', '--seconds', '0.2', '--rounds', '1'],
      ['audit-partitions', '--rows', '2000', '--parts', '3', '--calls', '2', '--rounds', '1'],
      ['events', '--seconds', '0.2', '--rounds', '1'],
      // Two batches of the change.
      ['kill-change', '--rows', '2000', '--kills', '1'],
      ['seed', '--data-dir', population, '--patients', '20', '--doctors', '3', '--copies', '1'],
      ['lists', '--data-dir', population, '--seconds', '1', '--doctors', '1', '--patients', '1'],
      // This build beside itself, as two processes of one installation.
      [
        'lists-in-turns',
        ...['--data-dir', population, '--other-root', '.', '--other-data-dir', population],
        ...['--rounds', '1', '--calls', '1'],
      ],
      ['mixed', '--data-dir', population, '--sessions', '5', '--seconds', '1', '--calls', '8'],
    ],
    { BENCH_PORT: String(ports.own) },
  );

// Built once, so that no bench replaces the files of a running server.
buildServer();
await Promise.all(
  [runShared, runOthers].map((run) =>
    run().catch((error) => {
      console.log(String(error.stack).replace(/^/gm, '# '));
      console.log(`not ok ${(count += 1)} - the shared server of the benches starts`);
      process.exitCode = 1;
    }),
  ),
);
console.log(`1..${count}`);
for (const folder of [demo, population]) rmSync(folder, { recursive: true, force: true });
