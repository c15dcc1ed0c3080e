// A separate installation for one run: the demo, and additional people and cases.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, exitWith } from '../setup.mjs';

const isFree = (port) =>
  new Promise((decide) => {
    const server = createServer()
      .once('error', () => decide(false))
      .listen(port, 'localhost', () => server.close(() => decide(true)));
  });
const freePorts = async (from) =>
  (await Promise.all([0, 1, 2, 3, 4].map((offset) => isFree(from + offset)))).every(Boolean)
    ? from
    : freePorts(from + 10);

/** Starts the built server on free ports with its own data. @returns its origins and settings, and `stop` */
export const startInstallation = async () => {
  const first = await freePorts(Number(process.env.KONSIL_GALLERY_PORT ?? 20_000 + (process.pid % 800) * 10));
  const dataDir = mkdtempSync(join(tmpdir(), 'konsil-gallery-'));
  const settings = {
    API_PORT: String(first),
    PATIENT_PORTAL_PORT: String(first + 1),
    DOCTOR_PORTAL_PORT: String(first + 2),
    VIEWER_PORT: String(first + 3),
    CONSOLE_PORT: String(first + 4),
    KONSIL_DATA_DIR: dataDir,
    KONSIL_DEMO: '1',
    KONSIL_LIMITS_FACTOR: '10000',
    SEND_UNDO_SECONDS: '0',
    LOG_LEVEL: 'error',
  };
  const server = spawn(process.execPath, ['dist/apps/server/main.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...env, ...settings },
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const ready = new Promise((resolve) =>
    server.stdout.on('data', (chunk) => String(chunk).includes('ready') && resolve(true)),
  );
  if (!(await Promise.race([ready, ended.then(() => false)]))) {
    rmSync(dataDir, { recursive: true, force: true });
    exitWith('The server did not start.');
  }
  const origin = (offset) => `http://localhost:${first + offset}`;
  return {
    settings,
    origins: { api: origin(0), patient: origin(1), doctor: origin(2), viewer: origin(3), operator: origin(4) },
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
