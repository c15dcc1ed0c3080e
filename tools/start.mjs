// npm start: installs what is missing, then starts the server, which prints its URLs.
import { spawn } from 'node:child_process';
import { ensureBuilt } from './build.mjs';
import { onParentExit } from './launcher.mjs';
import { ensureDependencies, env } from './setup.mjs';

await ensureDependencies();
await ensureBuilt();

console.log('· Starting the server …');
const server = spawn(process.execPath, ['dist/apps/server/main.mjs'], {
  // The IPC channel tells the server when this process is gone, even if it was killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env,
});
server.once('exit', (code) => process.exit(code ?? 1));

// The first signal finishes running requests; a second one does not wait. Terminal and npm both forward one Ctrl-C.
let asked = 0;
const stop = () => {
  server.kill(asked && Date.now() - asked > 1000 ? 'SIGKILL' : 'SIGTERM');
  asked ||= Date.now();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
onParentExit(stop);
