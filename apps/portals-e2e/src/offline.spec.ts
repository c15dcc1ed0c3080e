import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, type SignedInPerson } from './fixtures.ts';
import { root } from './installation.ts';

test.use({ serviceWorkers: 'allow' });

const filesOf = (portal: string): string[] =>
  readdirSync(join(root, `dist/apps/${portal}-portal/assets`))
    .filter((file) => /\.(js|mjs|woff2)$/.test(file) && !file.startsWith('libheif'))
    .sort();

/** The portal's cached files, once complete. */
const keepsFilesOf = (page: Page, portal: string) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
          const kept = await Promise.all(caches.map((cache) => cache.keys()));
          return kept
            .flat()
            .map(({ url }) => new URL(url).pathname.replace('/assets/', ''))
            .sort();
        }),
      // About a hundred files, beside other tests.
      { timeout: 180_000 },
    )
    .toEqual(filesOf(portal));

/** Opens a cached page by its link in the account menu. */
const openHelp = async ({ page, lastName }: SignedInPerson): Promise<void> => {
  await page.getByRole('button', { name: lastName }).click();
  await page.getByRole('link', { name: 'Hilfe' }).click();
};

test('offline, an open portal opens other pages, explains failures, and recovers', async ({ patient }) => {
  const { page } = patient;
  await keepsFilesOf(page, 'patient');
  await page.context().setOffline(true);
  await openHelp(patient);
  await expect(page.getByRole('heading', { level: 1, name: 'Hilfe' })).toBeVisible();

  await page.goto('/patient/process');
  await expect(page.getByRole('heading', { level: 1, name: 'Keine Verbindung' })).toBeVisible();
  await expect(page).toHaveTitle('Keine Verbindung – Konsil');
  await expectAccessible(page);
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Fälle' })).toBeVisible();
});

test('the offline page is in the chosen language; a new version clears the old cache', async ({ doctor }) => {
  const { page } = doctor;
  await page.getByRole('link', { name: 'English, EN' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).unregister();
    await (await caches.open('konsil-older')).put('/assets/older.js', new Response());
  });
  await page.goto('about:blank');
  await page.goto('/doctor');
  await keepsFilesOf(page, 'doctor');

  await page.context().setOffline(true);
  await page.goto('/doctor/todos');
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'To-dos' })).toBeVisible();
});
