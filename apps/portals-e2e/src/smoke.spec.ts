import { expect, expectAccessible, origins, test, titleOf } from './fixtures.ts';

test('a patient signs in and reaches their first page', async ({ page, patient }) => {
  await page.goto(`${origins.patient}/login`);
  await page.getByLabel('E-Mail-Adresse').fill(patient.email);
  await page.getByLabel('Passwort', { exact: true }).fill(patient.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page).toHaveURL(/\/patient$/);
  await expect(titleOf(page)).toBeVisible();
});

test('the first page of a signed-in patient is accessible', async ({ patient: { page } }) => {
  await expect(titleOf(page)).toBeVisible();
  await expectAccessible(page);
});

test('the first page of a signed-in doctor is accessible', async ({ doctor: { page } }) => {
  await expect(page.getByText('Ihnen liegt kein Fall vor.')).toBeVisible();
  await expectAccessible(page);
});
