// Runs each bench with minimal work, so that code changes do not break them unnoticed. Checks no budgets. Without
// Lighthouse, which npx fetches.
// node tools/bench/smoke.mjs [NAME] requires built portals; prints one TAP line per bench
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from './server.mjs';

const folder = mkdtempSync(join(tmpdir(), 'konsil-smoke-'));
/** Benches in one row share data or a resource; rows run in parallel, since most of them mainly wait. */
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

// Built once, so that no bench replaces the files of a running server.
buildServer();
await Promise.all(
  rows.map(async (benches, row) => {
    for (const bench of benches) if (bench[0] === (only ?? bench[0])) await runBench(bench, row);
  }),
);
console.log(`1..${count}`);
rmSync(folder, { recursive: true, force: true });
