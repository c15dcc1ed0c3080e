// Runs each bench with as little work as it can do: an instrument that nobody runs is broken by the next change. Judges no budget.
// Lighthouse is left out: npx fetches it, and nothing here depends on it.
//   node tools/bench/smoke.mjs [NAME]      the portals must be built; prints one TAP line for each bench
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from './server.mjs';

const folder = mkdtempSync(join(tmpdir(), 'konsil-smoke-'));
/** Benches of one row need each other, or the same resource; the rows run side by side, since most of them wait for long. */
/** @type {[name: string, ...options: string[]][][]} */
const rows = [
  [
    ['kills', '--kills', '1'],
    ['table', '--rounds', '1'],
    ['viewer', '--runs', '1'],
  ],
  [
    ['kill-erasure', '--documents', '6'],
    ['first-page', '--runs', '1'],
    ['documents', '--documents', '12'],
  ],
  [
    ['seed', '--data-dir', folder, '--patients', '600', '--doctors', '3'],
    ['lists', '--data-dir', folder, '--seconds', '1', '--doctors', '1', '--patients', '1'],
    ['upload', '--rounds', '1'],
    ['upload-fairness', '--photos', '8'],
  ],
];
const [only] = process.argv.slice(2);

let count = 0;
const runBench = (/** @type {[name: string, ...options: string[]]} */ [name, ...options], row) =>
  new Promise((resolve) => {
    const env = { ...process.env, BENCH_SMOKE: '1', BENCH_PORT: String(27_310 + 10 * row) };
    execFile(
      process.execPath,
      [join(import.meta.dirname, `${name}.mjs`), ...options],
      { env, timeout: 300_000, maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        if (error) console.log(`${stdout}${stderr}${error.message}`.replace(/^/gm, '# '));
        console.log(`${error ? 'not ok' : 'ok'} ${(count += 1)} - the bench ${name} runs`);
        if (error) process.exitCode = 1;
        resolve(undefined);
      },
    );
  });

// Built once here, so that no bench replaces the files of a server that another one runs.
buildServer();
await Promise.all(
  rows.map(async (benches, row) => {
    for (const bench of benches) if (bench[0] === (only ?? bench[0])) await runBench(bench, row);
  }),
);
console.log(`1..${count}`);
rmSync(folder, { recursive: true, force: true });
