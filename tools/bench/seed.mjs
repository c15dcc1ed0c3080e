// Fills a data folder with 100,000 patients, 300,000 cases and 1,000,000 messages (issue 5). Takes about ten minutes.
// node tools/bench/seed.mjs --data-dir /tmp/konsil-bench [--patients 100000] [--doctors 40] [--copies 0]
// --copies adds all people so many times again: quicker, but only the first can be signed in to and read.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    patients: { type: 'string', default: '100000' },
    doctors: { type: 'string', default: '40' },
    copies: { type: 'string', default: '0' },
  },
});
if (!values['data-dir']) {
  console.error('Say which empty folder to fill: --data-dir /tmp/konsil-bench');
  process.exit(1);
}
const root = resolve(import.meta.dirname, '../..');
// Inside node_modules, so that the bundle finds its packages.
const folder = join(root, 'node_modules/.cache/konsil/bench');
rmSync(folder, { recursive: true, force: true });
await build({
  entryPoints: [join(import.meta.dirname, 'population.ts')],
  outfile: join(folder, 'population.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  tsconfig: join(root, 'apps/server/tsconfig.json'),
  logLevel: 'error',
});
cpSync(join(root, 'libs/server/domain/src/database/migrations'), join(folder, 'migrations'), { recursive: true });
execFileSync(
  process.execPath,
  [join(folder, 'population.mjs'), ...['patients', 'doctors', 'copies'].flatMap((name) => [`--${name}`, values[name]])],
  {
    stdio: 'inherit',
    env: { ...process.env, KONSIL_DATA_DIR: resolve(values['data-dir']), KONSIL_DEMO: '0' },
  },
);
