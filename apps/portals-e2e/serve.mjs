// Runs the built server for the browser tests, and deletes its data at the end.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const server = spawn(process.execPath, [join(import.meta.dirname, '../../dist/apps/server/main.mjs')], {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill('SIGTERM'));
server.once('exit', (code) => {
  rmSync(process.env.KONSIL_DATA_DIR, { recursive: true, force: true });
  process.exit(code ?? 1);
});
