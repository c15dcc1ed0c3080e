// A built server of its own with the demo, for a benchmark: empty folder, ports of its own, wide limits.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '../..');

/** The mark of the installation beside the stored files (docs/decisions/installation-identity.md). */
export const installationMark = 'installation.json';

const firstPort = Number(process.env.BENCH_PORT ?? 27_310);

/** Builds the server, unless the smoke run has built it for all benches. */
export const buildServer = () => {
  if (process.env.BENCH_SMOKE !== '1')
    execFileSync(process.execPath, ['tools/build-server.mjs'], { cwd: root, stdio: 'inherit' });
};

const ports = {
  API_PORT: firstPort,
  PATIENT_PORTAL_PORT: firstPort + 1,
  DOCTOR_PORTAL_PORT: firstPort + 2,
  VIEWER_PORT: firstPort + 3,
};

/** The process of a built server in a folder, while it still starts. */
export const spawnServer = (folder, settings = {}) => {
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    KONSIL_DATA_DIR: folder,
    KONSIL_DEMO: '1',
    KONSIL_LIMITS_FACTOR: '100000',
    SEND_UNDO_SECONDS: '0',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  return spawn(process.execPath, ['dist/apps/server/main.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

/** Starts a built server in a folder and signs in as the first demo patient. */
export const runServer = async (folder, settings = {}) => {
  const server = spawnServer(folder, settings);
  await new Promise((ready, failed) => {
    server.stdout.on('data', (text) => String(text).includes('Konsil is ready') && ready(undefined));
    server.on('exit', (code) => failed(new Error(`The server ended with ${code}.`)));
  });
  const origin = `http://localhost:${firstPort}`;
  const login = await fetch(`${origin}/account/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'patient@konsil.example', password: 'Konsil-Demo-1' }),
  });
  const { CSRF_Token: csrf, Authorization: token } = await login.json();
  const headers = { authorization: `Token ${token}`, 'x-csrftoken': csrf };
  const end = async (signal) => {
    server.removeAllListeners('exit');
    const ended = new Promise((done) => server.once('exit', done));
    server.kill(signal);
    await ended;
  };
  return {
    origin,
    headers,
    end,
    /** Where each portal listens. */
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
    memory: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) * 1024,
    pid: server.pid,
  };
};

const readIfThere = (work) => {
  try {
    return work();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(error.code)) return null;
    throw error;
  }
};

/** Processor time so far of a process and of all that it started, in milliseconds (100 ticks a second); of one that has ended meanwhile, none. */
export const processorMs = (pid) => {
  const fields =
    readIfThere(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
      ?.split(') ')[1]
      .split(' ') ?? [];
  const threads = readIfThere(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const children = threads.flatMap((task) =>
    (readIfThere(() => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')) ?? '').split(' ').filter(Boolean),
  );
  // With the time of those that have ended.
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 10;
  return children.reduce((sum, child) => sum + processorMs(child), own);
};

/** Waits until a process and all that it started do nothing more for a second, a minute at most: a server may still make previews. The processor time that took. */
export const untilAtRest = async (pid) => {
  const begun = processorMs(pid);
  for (let before = -Infinity, now = begun, tries = 0; now - before > 50 && tries < 60; tries += 1) {
    before = now;
    await wait(1000);
    now = processorMs(pid);
  }
  return processorMs(pid) - begun;
};

/** Builds and starts a server with a folder of its own (in `parent`), which goes when the server stops. */
export const startServer = async (parent = tmpdir()) => {
  buildServer();
  const folder = mkdtempSync(join(parent, 'konsil-bench-'));
  const server = await runServer(folder);
  const stop = async () => {
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...server, stop };
};

/** Cases of the demo patient. */
export const firstCase = async (server) => {
  const { items } = await server.get('/api/process');
  return items[0];
};

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
