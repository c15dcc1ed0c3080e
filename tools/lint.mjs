// Runs ESLint for all projects in one process, so that rules and parsers load once.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { env, root } from './setup.mjs';

process.env.NX_DAEMON = 'false';
const { createProjectGraphAsync } = createRequire(import.meta.url)('@nx/devkit');
// The layer rule reads the project graph that this writes to .nx, and skips itself without one.
await createProjectGraphAsync({ exitOnError: true });

const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [
    '--disable-warning=ESLintRCWarning',
    'node_modules/eslint/bin/eslint.js',
    'apps',
    'libs',
    ...['--rulesdir', 'tools/eslint', '--ext', '.ts,.tsx,.mts', '--max-warnings', '0'],
  ],
  { cwd: root, encoding: 'utf8', env: { ...env, ESLINT_USE_FLAT_CONFIG: 'false' } },
);
process.stdout.write(stdout + stderr);
process.exit(status === 0 && /No cached ProjectGraph/.test(stdout + stderr) ? 1 : (status ?? 1));
