import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { portalPlaceholders } from '@konsil/contracts/portal-config';
import Fastify, { type FastifyInstance } from 'fastify';
import { readEnv } from '@konsil/server-settings/env';
import { waitUntil } from '@konsil/server-testing/until';
import { openSites, portalConfig } from './sites.ts';

const first = 29_000 + (process.pid % 200) * 5;
const env = readEnv({
  API_PORT: `${first}`,
  PATIENT_PORTAL_PORT: `${first + 1}`,
  DOCTOR_PORTAL_PORT: `${first + 2}`,
  VIEWER_PORT: `${first + 3}`,
  CONSOLE_PORT: `${first + 4}`,
});
const { api, patient, doctor, viewer, operator } = env.origins;
const html = { accept: 'text/html' };

let builtApps: string;
let server: FastifyInstance;
let calls = 0;

beforeAll(async () => {
  builtApps = mkdtempSync(join(tmpdir(), 'konsil-apps-'));
  for (const app of ['patient-portal', 'doctor-portal', 'imaging-viewer', 'operator-console']) {
    mkdirSync(join(builtApps, app));
    writeFileSync(
      join(builtApps, app, 'index.html'),
      `<!doctype html><title>${app}</title><meta name="konsil-portal" content="${portalPlaceholders.patient}">`,
    );
  }
  server = Fastify();
  server.get('/api/slow', () => {
    calls += 1;
    return pause(500, { done: true });
  });
  server.get('/account/me', () => ({ api: true }));
  server.post('/anything', () => ({ api: true }));
  server.get('/viewer', () => ({ exchanged: true }));
  server.get('/dicom-web/studies', () => []);
  await openSites(server, env, { builtApps, isQuiet: () => false });
});
afterAll(() => rmSync(builtApps, { recursive: true }));

const text = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();

test('each port serves its own app', async () => {
  expect(await text(patient, { headers: html })).toContain('patient-portal');
  expect(await text(doctor, { headers: html })).toContain('doctor-portal');
  expect(await text(viewer, { headers: html })).toContain('imaging-viewer');
  expect(await text(operator, { headers: html })).toContain('operator-console');
  expect((await fetch(`${api}/`, { headers: html })).status).toBe(404);
});

test("the viewer page has the portal's origin and legal links", async () => {
  expect(await text(viewer, { headers: html })).toContain(`<meta name="konsil-portal" content="${patient}">`);
});

test('a portal serves the API at its own origin', async () => {
  for (const origin of [api, patient, doctor]) expect(await text(`${origin}/account/me`)).toBe('{"api":true}');
  expect(await text(`${patient}/anything`, { method: 'POST' })).toBe('{"api":true}');
  expect(await text(`${patient}/patient/account`, { headers: html })).toContain('patient-portal');
});

test('the viewer passes on tickets and images, and no other requests', async () => {
  expect(await text(`${viewer}/viewer?StudyInstanceUIDs=1.2&ticket=abc`, { headers: html })).toBe('{"exchanged":true}');
  expect(await text(`${viewer}/viewer?StudyInstanceUIDs=1.2`, { headers: html })).toContain('imaging-viewer');
  expect(await text(`${viewer}/dicom-web/studies`)).toBe('[]');
  expect(await text(`${viewer}/account/me`, { headers: html })).toContain('imaging-viewer');
});

test.each([['patient'], ['doctor'], ['viewer']] as const)(
  'the %s port refuses a malformed URL with the usual headers',
  async (place) => {
    const answer = await fetch(`${env.origins[place]}/%zz`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      expect.stringMatching(/^application\/problem\+json/),
    ]);
    for (const header of [
      'content-security-policy',
      'x-content-type-options',
      'referrer-policy',
      'cross-origin-opener-policy',
      'x-frame-options',
    ])
      expect(answer.headers.has(header)).toBe(true);
  },
);

test('a portal gets another API origin only if configured', () => {
  expect(portalConfig(env, 'patient')).toEqual({
    apiOrigin: '',
    portals: { patient, doctor },
    timeZone: 'Europe/Berlin',
    clockChanges: expect.any(Array),
    sessionPolling: 60,
    pollOffline: false,
    sessionWarning: 120,
    sessionIdle: 30,
    sessionAbsolute: 12,
  });
  const elsewhere = readEnv({ PUBLIC_API_ORIGIN: 'https://api.localhost' });
  expect(portalConfig(elsewhere, 'doctor').apiOrigin).toBe('https://api.localhost');
});

test('a portal gets the lifetimes of sessions that are set', () => {
  const short = readEnv({ SESSION_IDLE_MINUTES: '10', SESSION_ABSOLUTE_HOURS: '8' });
  for (const portal of ['patient', 'doctor', 'operator'] as const)
    expect(portalConfig(short, portal)).toMatchObject({ sessionIdle: 10, sessionAbsolute: 8 });
});

test('a portal names phone and hours of the operator only where they are set', () => {
  const OPERATOR_PHONE = '+49 341 123456';
  const operatorWith = (settings: Record<string, string>) =>
    portalConfig(readEnv({ OPERATOR_PHONE, ...settings }), 'patient').operator;
  expect(operatorWith({})).toEqual({ phone: OPERATOR_PHONE });
  const hours = 'Mo.–Fr. 9–16 Uhr';
  expect(operatorWith({ OPERATOR_HOURS: hours })).toEqual({ phone: OPERATOR_PHONE, hours: { de: hours, en: hours } });
  expect(operatorWith({ OPERATOR_HOURS: hours, OPERATOR_HOURS_EN: 'Mon to Fri, 9–16' })).toMatchObject({
    hours: { de: hours, en: 'Mon to Fri, 9–16' },
  });
  expect(portalConfig(env, 'patient')).not.toHaveProperty('operator');
});

test('a portal names its own identity providers, and none beside another API origin', () => {
  const provider = { id: 'north', name: 'Clinic North', role: 'doctor', clientSecret: 'secret' };
  const withProvider = { ...env, identityProviders: [provider as never] };
  expect(portalConfig(withProvider, 'doctor').providers).toEqual([{ id: 'north', name: 'Clinic North' }]);
  expect(portalConfig(withProvider, 'patient')).not.toHaveProperty('providers');
  const elsewhere = { ...withProvider, PUBLIC_API_ORIGIN: 'https://api.localhost' };
  expect(portalConfig(elsewhere, 'doctor')).not.toHaveProperty('providers');
});

test('closing the server finishes running requests and releases every port', async () => {
  const running = text(`${doctor}/api/slow`);
  await waitUntil(() => calls === 1);
  await server.close();
  expect(await running).toBe('{"done":true}');
  for (const origin of [api, patient, doctor, viewer]) await expect(fetch(origin)).rejects.toThrow();
});
