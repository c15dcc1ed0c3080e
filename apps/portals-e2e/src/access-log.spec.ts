import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { call, newCase } from './scans.ts';

const checked = (page: Page) => page.getByRole('region', { name: 'Wurde am Protokoll etwas geändert?' });

test('the signed state of the log outlives the sign-out, as a file and as a photo', async ({
  patient,
  doctor,
}, info) => {
  const { page } = patient;
  const caseId = await newCase(patient, doctor);
  const { body } = await call(page, { method: 'GET', path: `/api/processoverview/${caseId}` });
  const log = `/patient/privacy/${(body as { patient: { id: string } }).patient.id}`;
  await page.goto(log);
  await expect(
    checked(page).getByText(/Der Server hat diesen Stand unterschrieben, und die Unterschrift/),
  ).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    checked(page).getByRole('button', { name: 'Prüfcode speichern' }).click(),
  ]);
  const [file, photo] = [join(info.outputDir, download.suggestedFilename()), join(info.outputDir, 'photo.png')];
  await download.saveAs(file);
  await checked(page).getByText('So wird geprüft').click();
  await checked(page).getByRole('img', { name: 'Prüfcode als QR-Code' }).screenshot({ path: photo });
  // The storage is cleared as by signing out.
  await page.evaluate(() => localStorage.clear());
  await page.goto(log);
  await expect(checked(page).getByText(/dieses Gerät ab jetzt bei jedem Besuch/)).toBeVisible();
  await checked(page).getByText('Mit einem früheren Prüfcode vergleichen').click();
  await expectAccessible(page);
  const choose = checked(page).locator('input[type=file]');
  for (const saved of [file, photo]) {
    await choose.setInputFiles(saved);
    await expect(checked(page).getByText(/^Von den Einträgen, die es am .* gab, wurde nichts geändert/)).toBeVisible();
    await page.reload();
    await checked(page).getByText('Mit einem früheren Prüfcode vergleichen').click();
  }
});
