// Starts Storybook on http://localhost:4400 (or the port in STORYBOOK_PORT).
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const port = process.env.STORYBOOK_PORT ?? '4400';

const storybook = spawn(
  process.execPath,
  [
    'node_modules/storybook/dist/bin/dispatcher.js',
    'dev',
    '--config-dir',
    'libs/ui/.storybook',
    '--port',
    port,
    '--exact-port',
    '--no-open',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' } },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => storybook.kill(signal));
storybook.on('exit', (code, signal) => process.exit(signal ? 0 : (code ?? 1)));
