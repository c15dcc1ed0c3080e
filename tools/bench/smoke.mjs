// Runs each bench with as little work as it can do: an instrument that nobody runs is broken by the next change. Judges no budget.
// Lighthouse is left out: npx fetches it, and nothing here depends on it.
//   node tools/bench/smoke.mjs [NAME]      the portals must be built; prints one TAP line for each bench
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'konsil-smoke-'));
/** @type {[name: string, ...options: string[]][]} */
const benches = [
  ['seed', '--data-dir', folder, '--patients', '600', '--doctors', '3'],
  ['lists', '--data-dir', folder, '--seconds', '1', '--doctors', '1', '--patients', '1'],
  ['documents', '--documents', '12'],
  ['first-page', '--runs', '1'],
  ['kills', '--kills', '1'],
  ['kill-erasure', '--documents', '6'],
  ['table', '--rounds', '1'],
  ['upload', '--rounds', '1'],
  ['upload-fairness'],
  ['viewer', '--runs', '1'],
];
const chosen = benches.filter(([name]) => name === (process.argv[2] ?? name));

const env = { ...process.env, BENCH_SMOKE: '1' };
chosen.forEach(([name, ...options], index) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.mjs`), ...options], { encoding: 'utf8', env, timeout: 300_000 });
  if (status !== 0) console.log(`${stdout}${stderr}`.replace(/^/gm, '# '));
  console.log(`${status === 0 ? 'ok' : 'not ok'} ${index + 1} - the bench ${name} runs`);
  if (status !== 0) process.exitCode = 1;
});
console.log(`1..${chosen.length}`);
rmSync(folder, { recursive: true, force: true });
