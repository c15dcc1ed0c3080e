// npm run check: checks that take a minute, for everything changed since the last run. No builds, no browser.
import { spawnSync } from 'node:child_process';
import { ensureDependencies, env, run } from './setup.mjs';

await ensureDependencies();
const { status } = spawnSync(
  process.execPath,
  ['node_modules/nx/dist/bin/nx.js', 'run-many', '-t', 'lint', 'typecheck', 'test', '--output-style=static'],
  { stdio: 'inherit', env },
);
run(process.execPath, ['--test', 'tools/checks/']);
process.exit(status ?? 1);
