import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The workspace's folder. */
export const root = resolve(import.meta.dirname, '../../..');

const isFree = (port: number) =>
  new Promise<boolean>((decide) => {
    const server = createServer()
      .once('error', () => decide(false))
      .listen(port, 'localhost', () => server.close(() => decide(true)));
  });
/** Four ports in a row that nobody uses, such as another run beside this one. */
export const freePorts = async (from: number): Promise<number> =>
  (await Promise.all([0, 1, 2, 3].map((offset) => isFree(from + offset)))).every(Boolean) ? from : freePorts(from + 10);

// Playwright reads its configuration in every process of a run: the first one decides, the others inherit.
const firstPort = Number(
  (process.env['KONSIL_E2E_PORT'] ??= String(await freePorts(20_000 + (process.pid % 800) * 10))),
);
/** The data folder of the tested installation; it begins empty. */
export const dataDir = (process.env['KONSIL_E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'konsil-e2e-')));

/** Where a server on these ports answers. */
export const originsAt = (port: number) => {
  const origin = (offset: number) => `http://localhost:${port + offset}`;
  return { api: origin(0), patient: origin(1), doctor: origin(2), viewer: origin(3) };
};
export const portsAt = (port: number) => ({
  API_PORT: String(port),
  PATIENT_PORTAL_PORT: String(port + 1),
  DOCTOR_PORTAL_PORT: String(port + 2),
  VIEWER_PORT: String(port + 3),
});
export const origins = originsAt(firstPort);

/** Its settings: a product as `npm start` runs it, with room for many people from one address. */
export const settings = {
  ...portsAt(firstPort),
  KONSIL_DATA_DIR: dataDir,
  KONSIL_DEMO: '1',
  KONSIL_LIMITS_FACTOR: '10000',
  // What is sent arrives at once, unless a spec is about the seconds to take it back.
  SEND_UNDO_SECONDS: '0',
  LOG_LEVEL: 'error',
};
