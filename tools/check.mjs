// npm run check: what a minute can tell, for everything that changed since the last time. No builds, no browser.
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
