import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The workspace root. */
export const root = resolve(import.meta.dirname, '../../..');

const isFree = (port: number) =>
  new Promise<boolean>((decide) => {
    const server = createServer()
      .once('error', () => decide(false))
      .listen(port, 'localhost', () => server.close(() => decide(true)));
  });
/** Finds five consecutive free ports, e.g. beside another run. */
export const freePorts = async (from: number): Promise<number> =>
  (await Promise.all([0, 1, 2, 3, 4].map((offset) => isFree(from + offset)))).every(Boolean)
    ? from
    : freePorts(from + 10);

// Playwright loads its configuration in every process: the first one chooses, others inherit.
const firstPort = Number(
  (process.env['KONSIL_E2E_PORT'] ??= String(await freePorts(20_000 + (process.pid % 800) * 10))),
);
/** The data folder of the tested installation; initially empty. */
export const dataDir = (process.env['KONSIL_E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'konsil-e2e-')));

/** The origins of a server on these ports. */
export const originsAt = (port: number) => {
  const origin = (offset: number) => `http://localhost:${port + offset}`;
  return { api: origin(0), patient: origin(1), doctor: origin(2), viewer: origin(3), operator: origin(4) };
};
export const portsAt = (port: number) => ({
  API_PORT: String(port),
  PATIENT_PORTAL_PORT: String(port + 1),
  DOCTOR_PORTAL_PORT: String(port + 2),
  VIEWER_PORT: String(port + 3),
  CONSOLE_PORT: String(port + 4),
});
export const origins = originsAt(firstPort);

/** Settings of the tested installation: like `npm start`, with rate limits for many people behind one address. */
export const settings = {
  ...portsAt(firstPort),
  KONSIL_DATA_DIR: dataDir,
  KONSIL_DEMO: '1',
  // The archives of clinics that tests start.
  ARCHIVE_PRIVATE_NETWORKS: '127.0.0.1',
  KONSIL_LIMITS_FACTOR: '10000',
  // Delivers immediately, unless a spec tests undoing.
  SEND_UNDO_SECONDS: '0',
  LOG_LEVEL: 'error',
};
