// npm run konsil -- <command>: the operator's commands (--help lists them).
import { spawnSync } from 'node:child_process';
import { ensureBuilt } from './build.mjs';
import { ensureDependencies, env, exitWith } from './setup.mjs';

await ensureDependencies();
await ensureBuilt();
const { status, error } = spawnSync(process.execPath, ['dist/apps/server/konsil.mjs', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env,
});
if (error) exitWith(error.message);
process.exit(status ?? 1);
