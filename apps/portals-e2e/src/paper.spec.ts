import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { doctorsPathTo, newWaitingCase } from './waiting-cases.ts';

const a4Wide = { width: 794, height: 1123 };

/** Triggers the events of printing by menu or keyboard. */
const printBegins = async (page: Page) => {
  await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(a4Wide);
};
const printEnds = async (page: Page) => {
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
};

test('printing while writing an answer prints the case and keeps the answer', async ({ patient, doctor }) => {
  const { page } = doctor;
  const caseId = await newWaitingCase(patient, doctor, 'Was fehlt mir?');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${await doctorsPathTo(doctor, caseId)}/answer`);
  const summary = page.getByLabel('Zusammenfassung');
  await summary.fill('Vermutlich die Bandscheibe.');
  const form = await summary.elementHandle();

  await printBegins(page);
  await expect(page.getByRole('article').getByText(/Petra Möller, geboren am/)).toBeVisible();
  await expect(page.getByRole('article').getByText('Seit Januar.')).toBeVisible();
  await expect(page.getByText('Was fehlt mir?').filter({ visible: true })).toHaveCount(1);
  await expect(summary).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await printEnds(page);
  await expect(summary).toHaveValue('Vermutlich die Bandscheibe.');
  await expect(page.getByRole('article')).toHaveCount(0);
  expect(await form?.evaluate((field) => field.isConnected)).toBe(true);
});

test('prints the timeline of a case as a letter, and restores the page afterwards', async ({ patient, doctor }) => {
  const { page } = doctor;
  await page.goto(`${await doctorsPathTo(doctor, await newWaitingCase(patient, doctor, 'Was fehlt mir?'))}/course`);
  const course = page.locator('main ol[aria-label="Verlauf"]');
  await expect(course).toBeVisible();
  await printBegins(page);
  const letter = page.getByRole('article').filter({ hasText: 'Aus Konsil, gedruckt am' });
  await expect(letter.getByRole('heading', { level: 1, name: 'Verlauf' })).toBeVisible();
  await expect(letter.getByText(/Petra Möller, geboren am/)).toBeVisible();
  await expect(letter.getByText('Anfrage gesendet')).toBeVisible();
  await expect(course).toBeHidden();

  await printEnds(page);
  await expect(letter).toHaveCount(0);
  await expect(course).toBeVisible();
});
