import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { browserWithSettings } from './chromium.ts';
import { expect, linkIn, origins, test } from './fixtures.ts';
import { newDoctor, newPatient, newUnconfirmedPatient } from './people.ts';

const signIn = async (page: Page, { email, password }: { email?: string; password: string }) => {
  if (email) await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
};
const toldWhy = async (page: Page) => {
  await expect(page.getByText(/speichert für diese Seite keine Cookies/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
};

/** Ways in which a browser or network blocks cookies. */
const ways: Record<string, (context: BrowserContext) => Promise<unknown>> = {
  'what the server sets never arrives': (context) =>
    context.route('**/*', async (route) => {
      const answer = await route.fetch({ headers: { ...route.request().headers(), cookie: '' }, maxRedirects: 0 });
      const { 'set-cookie': _, ...headers } = answer.headers();
      await route.fulfill({ response: answer, headers });
      await context.clearCookies();
    }),
  'scripts can neither read nor set any': (context) =>
    context.addInitScript(() => {
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => undefined });
    }),
};

for (const [way, block] of Object.entries(ways)) {
  test(`signing in says that the browser keeps no cookies when ${way}`, async ({ context }) => {
    const page = await context.newPage();
    await block(context);
    for (const person of [await newPatient(), await newDoctor()]) {
      await page.goto(`${origins[person.role]}/login`);
      await signIn(page, person);
      await toldWhy(page);
    }
  });
}

test("with Chromium's cookie blocking every sign-in attempt gives the reason", async ({ playwright }) => {
  test.skip(!browserWithSettings, 'The headless build has no setting for cookies.');
  const folder = mkdtempSync(join(tmpdir(), 'konsil-no-cookies-'));
  mkdirSync(join(folder, 'Default'));
  writeFileSync(
    join(folder, 'Default/Preferences'),
    JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }),
  );
  const { args } = test.info().project.use.launchOptions ?? {};
  const context = await playwright.chromium.launchPersistentContext(folder, {
    ...(browserWithSettings && { executablePath: browserWithSettings }),
    ...(args && { args }),
    locale: 'de-DE',
  });
  context.setDefaultTimeout(60_000);
  try {
    const page = await context.newPage();
    const [patient, doctor, fresh] = [await newPatient(), await newDoctor(), await newUnconfirmedPatient()];
    for (const person of [patient, doctor]) {
      await page.goto(`${origins[person.role]}/login`);
      await signIn(page, person);
      await toldWhy(page);
    }

    await page.goto(await linkIn(fresh.email));
    await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click();
    await expect(page.getByText('Ihre E-Mail-Adresse ist bestätigt.')).toBeVisible();
    await signIn(page, { password: fresh.password });
    await toldWhy(page);

    const password = 'Sieben-Zitronen-8';
    await page.goto(`${origins.patient}/forgot-password?lang=de`);
    await page.getByLabel('E-Mail-Adresse').fill(patient.email);
    await page.locator('form button[type=submit]').click();
    await page.goto(await linkIn(patient.email, /(https?:\/\/\S+reset-password\S+)/));
    await page.getByLabel('Neues Passwort', { exact: true }).fill(password);
    await page.getByLabel(/wiederholen|noch einmal/i).fill(password);
    await page.locator('form button[type=submit]').click();
    await expect(page.getByText('Ihr neues Passwort gilt jetzt.')).toBeVisible();
    await signIn(page, { password });
    await toldWhy(page);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
