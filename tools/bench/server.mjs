// Runs a built server with the demo for a benchmark: empty folder, own ports, wide limits.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { smoke } from './budget.mjs';

const root = resolve(import.meta.dirname, '../..');

/** The installation's mark beside the stored files (docs/decisions/installation-identity.md). */
export const installationMark = 'installation.json';

const firstPort = Number(process.env.BENCH_PORT ?? 27_310);

/** Builds the server, unless the smoke run has already. */
export const buildServer = () => {
  if (!smoke) execFileSync(process.execPath, ['tools/build-server.mjs'], { cwd: root, stdio: 'inherit' });
};

const portsFrom = (first) => ({
  API_PORT: first,
  PATIENT_PORTAL_PORT: first + 1,
  DOCTOR_PORTAL_PORT: first + 2,
  VIEWER_PORT: first + 3,
  CONSOLE_PORT: first + 4,
});
/** This repository's build, on the usual ports. */
const usual = { root, firstPort };

/** Spawns a built server in a folder, without waiting for its start. `place`: another build, or other ports. */
export const spawnServer = (folder, settings = {}, place = usual) => {
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(portsFrom(place.firstPort)).map(([name, port]) => [name, String(port)])),
    KONSIL_DATA_DIR: folder,
    KONSIL_DEMO: '1',
    KONSIL_LIMITS_FACTOR: '100000',
    SEND_UNDO_SECONDS: '0',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  return spawn(process.execPath, ['dist/apps/server/main.mjs'], {
    cwd: place.root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

/** Signs in as the first demo patient at a running server. */
const enter = async (pid, first = firstPort) => {
  const ports = portsFrom(first);
  const origin = `http://localhost:${first}`;
  const login = await fetch(`${origin}/account/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'patient@konsil.example', password: 'Konsil-Demo-1' }),
  });
  const { CSRF_Token: csrf, Authorization: token } = await login.json();
  const headers = { authorization: `Token ${token}`, 'x-csrftoken': csrf };
  return {
    origin,
    headers,
    /** The portals' origins. */
    portals: {
      patient: `http://localhost:${ports.PATIENT_PORTAL_PORT}`,
      doctor: `http://localhost:${ports.DOCTOR_PORTAL_PORT}`,
    },
    get: async (path) => (await fetch(origin + path, { headers })).json(),
    post: (path, body) =>
      fetch(origin + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** Resident memory in bytes. */
    memory: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024,
    pid,
  };
};

/** Starts a built server in a folder and signs in as the first demo patient. */
export const runServer = async (folder, settings = {}, place = usual) => {
  const server = spawnServer(folder, settings, place);
  await new Promise((ready, failed) => {
    server.stdout.on('data', (text) => String(text).includes('Konsil is ready') && ready(undefined));
    server.on('exit', (code) => failed(new Error(`The server ended with ${code}.`)));
  });
  const end = async (signal) => {
    server.removeAllListeners('exit');
    const ended = new Promise((done) => server.once('exit', done));
    server.kill(signal);
    await ended;
  };
  return { ...(await enter(server.pid, place.firstPort)), end };
};

const readIfThere = (work) => {
  try {
    return work();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(error.code)) return null;
    throw error;
  }
};

/** Total CPU time of a process and its children in milliseconds (100 ticks per second); 0 if it has ended. */
export const processorMs = (pid) => {
  const fields =
    readIfThere(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
      ?.split(') ')[1]
      .split(' ') ?? [];
  const threads = readIfThere(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const children = threads.flatMap((task) =>
    (readIfThere(() => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')) ?? '').split(' ').filter(Boolean),
  );
  // Includes children that have ended.
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 10;
  return children.reduce((sum, child) => sum + processorMs(child), own);
};

/**
 * Waits until a process and its children are idle for a second, at most a minute, e.g. for previews; not in a smoke run.
 * Returns the CPU time used.
 */
export const untilIdle = async (pid) => {
  if (smoke) return 0;
  const begun = processorMs(pid);
  for (let before = -Infinity, now = begun, tries = 0; now - before > 50 && tries < 60; tries += 1) {
    before = now;
    await wait(1000);
    now = processorMs(pid);
  }
  return processorMs(pid) - begun;
};

/** A new data folder. In a smoke run the one that smoke.mjs filled with the demo, so that it is made only once. */
export const makeFolder = (parent = tmpdir()) => process.env.BENCH_FOLDER ?? mkdtempSync(join(parent, 'konsil-bench-'));

export const removeFolder = (folder) => {
  if (folder !== process.env.BENCH_FOLDER) rmSync(folder, { recursive: true, force: true });
};

/**
 * Builds and starts a server with its own folder (in `parent`), which is deleted when it stops. In a smoke run, the
 * server that smoke.mjs started for all.
 */
export const startServer = async (parent = tmpdir()) => {
  if (process.env.BENCH_SERVER)
    return { ...(await enter(Number(process.env.BENCH_SERVER))), stop: () => Promise.resolve() };
  buildServer();
  const folder = makeFolder(parent);
  const server = await runServer(folder);
  const stop = async () => {
    await server.end('SIGTERM');
    removeFolder(folder);
  };
  return { ...server, stop };
};

/** A case of the demo patient. */
export const firstCase = async (server) => {
  const { items } = await server.get('/api/process');
  return items[0];
};

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
