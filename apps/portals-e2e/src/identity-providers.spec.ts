import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, expectAccessible, test } from './fixtures.ts';
import { freePorts, originsAt, root } from './installation.ts';
import { newDoctor, type Person } from './people.ts';
import { startServer, type SecondServer } from './second-server.ts';

let doctor: Person;
let provider: ChildProcess;
let server: SecondServer;
test.beforeAll(async () => {
  doctor = await newDoctor();
  const port = await freePorts(32_000 + (process.pid % 400) * 10);
  const portal = originsAt(port).doctor;
  provider = spawn(
    process.execPath,
    [
      join(root, 'apps/server/tests/support/real-provider.mjs'),
      `${portal}/api/auth/callback/north`,
      `${portal}/api/auth/backchannel/north`,
      doctor.email,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const lines = createInterface(provider.stdout as NonNullable<ChildProcess['stdout']>);
  const [issuer] = (await once(lines, 'line')) as [string];
  const file = join(mkdtempSync(join(tmpdir(), 'konsil-providers-')), 'providers.json');
  const north = {
    id: 'north',
    name: 'Klinik Nord',
    issuer,
    client_id: 'konsil',
    client_secret: 'a secret of the test',
    for: 'doctors',
    domains: ['example.org'],
    private_networks: ['127.0.0.1'],
  };
  const south = { ...north, id: 'south', name: 'Klinik Süd', issuer: 'http://127.0.0.1:9' };
  writeFileSync(file, JSON.stringify([north, south]));
  server = await startServer({ IDENTITY_PROVIDERS_FILE: file }, port);
});
test.afterAll(async () => {
  await server.stop();
  provider.kill();
});

test('a doctor links the provider of the clinic, and signs in with it', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.origins.doctor });
  const page = await context.newPage();
  await page.goto('/login?callbackUrl=%2Fdoctor%2Faccount');
  await page.getByLabel('E-Mail-Adresse').fill(doctor.email);
  await page.getByLabel('Passwort', { exact: true }).fill(doctor.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  // The request for a second factor leads on to the page wanted.
  await page.getByRole('button', { name: 'Später' }).click();

  await page.getByRole('button', { name: 'Mit Klinik Nord verbinden' }).click();
  await page.getByLabel('Aktuelles Passwort').fill(doctor.password);
  await page.getByRole('button', { name: 'Weiter zu Klinik Nord' }).click();
  await expect(page.getByText('Der Dienst ist mit Ihrem Konto verbunden.')).toBeVisible();
  await expectAccessible(page);

  await context.clearCookies();
  await page.goto('/login?callbackUrl=%2Fdoctor%2Faccount');
  const button = page.getByRole('button', { name: 'Anmelden mit Klinik Nord' });
  await expect(button).toBeVisible();
  await expectAccessible(page);
  await button.click();
  await expect(page).toHaveURL('/doctor/account');
  await expect(page.getByRole('button', { name: 'Klinik Nord entfernen' })).toBeVisible();
  await context.close();
});
