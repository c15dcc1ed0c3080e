import { expect, expectAccessible, origins, test, titleOf } from './fixtures.ts';

test('a patient signs in with the form and finds their own first page', async ({ page, patient }) => {
  await page.goto(`${origins.patient}/login`);
  await page.getByLabel('E-Mail-Adresse').fill(patient.email);
  await page.getByLabel('Passwort', { exact: true }).fill(patient.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page).toHaveURL(/\/patient$/);
  await expect(titleOf(page)).toBeVisible();
});

test('everything a signed-in patient sees first can be used by everybody', async ({ patient: { page } }) => {
  await expect(titleOf(page)).toBeVisible();
  await expectAccessible(page);
});

test('everything a signed-in doctor sees first can be used by everybody', async ({ doctor: { page } }) => {
  await expect(page.getByText('Ihnen liegt kein Fall vor.')).toBeVisible();
  await expectAccessible(page);
});
