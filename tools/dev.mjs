// npm run dev: the API restarts on changes, portals and viewer hot-reload. URLs and settings like npm start.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onParentExit } from './launcher.mjs';
import { ensureDependencies, env, root } from './setup.mjs';

await ensureDependencies();
const [{ context }, { createServer }, { serverBundle, writeBundle }] = await Promise.all([
  import('esbuild'),
  import('vite'),
  import('./server-bundle.mjs'),
]);

const output = 'dist/dev/server';
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let stopping = false;

/** Stops the running server, if any, and waits for it. */
const endServer = async () => {
  const ending = server;
  server = undefined;
  if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
  const ended = new Promise((resolve) => ending.once('exit', resolve));
  ending.kill('SIGTERM');
  await ended;
};

const startServer = async () => {
  await endServer();
  if (stopping) return;
  server = spawn(process.execPath, ['--enable-source-maps', join(output, 'main.mjs')], {
    // The IPC channel tells the server when this process is gone, even if it was killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...env, SERVE_PORTALS: '0' },
  });
  const started = server;
  started.once('exit', (code) => {
    if (server === started && !stopping)
      console.log(`The server ended (${code}). It starts again with the next change.`);
  });
};

/** One restart at a time; changes during a restart trigger the next one. */
let restarts = Promise.resolve();
const restart = (files) => {
  restarts = restarts.then(() => {
    writeBundle(output, files);
    return startServer();
  });
};

console.log('· Building the server …');
const bundling = await context({
  ...serverBundle(output),
  plugins: [
    {
      name: 'restart',
      setup: ({ onEnd }) =>
        onEnd(({ errors, outputFiles }) => {
          if (errors.length === 0) restart(outputFiles);
        }),
    },
  ],
});
await bundling.watch();

console.log('· Starting the portals …');
const apps = await Promise.all(
  ['patient-portal', 'doctor-portal', 'imaging-viewer', 'operator-console'].map((name) =>
    createServer({ configFile: join(root, 'apps', name, 'vite.config.mts'), logLevel: 'warn', clearScreen: false }),
  ),
);
await Promise.all(apps.map((app) => app.listen())).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
  return stop();
});

async function stop() {
  if (stopping) return;
  stopping = true;
  await Promise.all([bundling.dispose(), ...apps.map((app) => app.close())]);
  await restarts;
  await endServer();
  process.exit();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
onParentExit(stop);
