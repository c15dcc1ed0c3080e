import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { caseOf, newWaitingCase } from './waiting-cases.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Als Entwurf speichern' }).click();

test('on a conflict the second doctor sees both versions of an epicrisis', async ({ patient, doctor, colleague }) => {
  const caseId = await newWaitingCase(patient, doctor, 'Was fehlt mir?');
  await newWaitingCase(patient, colleague, 'Was fehlt mir denn?');
  const {
    patient: { id },
  } = await caseOf(doctor, caseId);
  for (const { page } of [doctor, colleague]) {
    await page.goto(`/doctor/patient/${id}/epicrisis/edit`);
    await expect(page.getByRole('button', { name: 'Als Entwurf speichern' })).toBeVisible();
  }
  await doctor.page.getByLabel('Diagnosen').fill('Lumbago');
  await save(doctor.page);
  await expect(doctor.page.getByText('Beurteilung aktualisiert')).toBeVisible();

  const { page } = colleague;
  await page.getByLabel('Diagnosen').fill('Bandscheibenvorfall L4/5');
  await save(page);
  const conflict = page.getByRole('status').filter({ hasText: 'Jemand hat inzwischen eine neue Fassung gespeichert' });
  await expect(conflict).toContainText(doctor.lastName);
  await expect(conflict.locator('del')).toContainText('Lumbago');
  await expect(conflict.locator('ins')).toContainText('Bandscheibenvorfall');
  await expect(page.getByLabel('Diagnosen')).toHaveValue('Bandscheibenvorfall L4/5');
  await page.getByRole('button', { name: 'Meinen Text als neue Fassung speichern' }).click();
  await expect(page.getByText('Beurteilung aktualisiert')).toBeVisible();
  await expect(page.getByText('Bandscheibenvorfall L4/5').first()).toBeVisible();
  await page.getByText(/^Fassungen \(1\)/).click();
  await expect(page.getByText('Lumbago').first()).toBeVisible();
});

test("an outdated page does not overwrite another tab's changes, and shows them", async ({ patient, doctor }) => {
  const { page } = patient;
  const caseId = await newWaitingCase(patient, doctor, 'Was fehlt mir?');
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/patient/process/${caseId}/forms`);
    await expect(tab.getByLabel('Diagnose')).toHaveValue('Schmerzen im Rücken');
  }
  await page.getByLabel('Diagnose').fill('Bandscheibenvorfall');
  await page.getByRole('button', { name: 'Angaben speichern' }).click();
  await expect(page).toHaveURL(new RegExp(`${caseId}$`));

  await other.getByLabel('Diagnose').fill('Hexenschuss');
  await other.getByRole('button', { name: 'Angaben speichern' }).click();
  const conflict = other.getByRole('status').filter({ hasText: 'inzwischen an anderer Stelle geändert' });
  await expect(conflict).toContainText('Bandscheibenvorfall');
  await expect(other.getByLabel('Diagnose')).toHaveValue('Hexenschuss');
  expect((await caseOf(patient, caseId)).diagnosis).toBe('Bandscheibenvorfall');
  await other.getByRole('button', { name: 'Meinen Text behalten' }).click();
  await expect(other).toHaveURL(new RegExp(`${caseId}$`));
  expect((await caseOf(patient, caseId)).diagnosis).toBe('Hexenschuss');
});
