import { expect, expectAccessible, origins, test, titleOf } from './fixtures.ts';

test('a case begun without an account is offered to whoever signs in on this device', async ({ page, patient }) => {
  await page.goto(origins.patient);
  await page.locator('a[href="/begin"]').click();
  await expect(titleOf(page)).toHaveText('Worum geht es?');
  await expectAccessible(page);
  await page.getByLabel(/^Diagnose oder Beschwerde/).fill('Taubheit im linken Bein');
  await page.getByRole('textbox', { name: 'Frage 1' }).fill('Muss ich operiert werden?');
  await page.getByRole('button', { name: 'Alles löschen' }).click();
  await expect(page.getByLabel(/^Diagnose oder Beschwerde/)).toHaveValue('');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(page.getByLabel(/^Diagnose oder Beschwerde/)).toHaveValue('Taubheit im linken Bein');

  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Frage 1' })).toHaveValue('Muss ich operiert werden?');
  await page.getByRole('link', { name: 'Ich habe schon ein Konto' }).click();
  await page.getByLabel('E-Mail-Adresse').fill(patient.email);
  await page.getByLabel('Passwort', { exact: true }).fill(patient.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('button', { name: 'Ja, übernehmen' }).click();
  await expect(page.getByLabel(/^Diagnose oder Beschwerde/)).toHaveValue('Taubheit im linken Bein');
});
