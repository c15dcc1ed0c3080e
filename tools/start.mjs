// npm start: sets up what is missing, then starts the server, which says where everything is.
import { spawn } from 'node:child_process';
import { ensureBuilt } from './build.mjs';
import { onOrphaned } from './launcher.mjs';
import { ensureDependencies, env } from './setup.mjs';

await ensureDependencies();
await ensureBuilt();

console.log('· Starting the server …');
const server = spawn(process.execPath, ['dist/apps/server/main.mjs'], {
  // The channel tells the server when this process is gone, even if it was killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env,
});
server.once('exit', (code) => process.exit(code ?? 1));

// The first word lets running calls finish; said again, it does not wait. A terminal and npm both pass on one Ctrl-C.
let asked = 0;
const stop = () => {
  server.kill(asked && Date.now() - asked > 1000 ? 'SIGKILL' : 'SIGTERM');
  asked ||= Date.now();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
onOrphaned(stop);
