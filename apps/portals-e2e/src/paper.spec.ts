import { expect, test } from './fixtures.ts';
import { doctorsPathTo, newWaitingCase } from './waiting-cases.ts';

const a4Wide = { width: 794, height: 1123 };

test('a doctor who prints while writing an answer gets the case on paper, and the answer stays as it was', async ({ patient, doctor }) => {
  const { page } = doctor;
  const caseId = await newWaitingCase(patient, doctor, 'Was fehlt mir?');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${await doctorsPathTo(doctor, caseId)}/answer`);
  const summary = page.getByLabel('Zusammenfassung');
  await summary.fill('Vermutlich die Bandscheibe.');
  const form = await summary.elementHandle();

  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(a4Wide);
  await expect(page.getByText('Seit Januar.')).toBeVisible();
  await expect(page.getByText('Was fehlt mir?').filter({ visible: true })).toHaveCount(1);
  await expect(summary).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ media: 'screen' });
  await expect(summary).toHaveValue('Vermutlich die Bandscheibe.');
  await expect(page.getByText('Seit Januar.')).toBeHidden();
  expect(await form?.evaluate((field) => field.isConnected)).toBe(true);
});

test('the course of a case is printed as a letter with its head and nothing else of the page, which is as before afterwards', async ({ patient, doctor }) => {
  const { page } = doctor;
  await page.goto(`${await doctorsPathTo(doctor, await newWaitingCase(patient, doctor, 'Was fehlt mir?'))}/course`);
  const course = page.getByRole('main').getByRole('list', { name: 'Verlauf' });
  await expect(course).toBeVisible();
  // What a browser tells a page when somebody prints by its menu or keys.
  await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(a4Wide);
  const letter = page.getByRole('article').filter({ hasText: 'Aus Konsil, gedruckt am' });
  await expect(letter.getByRole('heading', { level: 1, name: 'Verlauf' })).toBeVisible();
  await expect(letter.getByText(/Petra Möller, geboren am/)).toBeVisible();
  await expect(letter.getByText('Anfrage gesendet')).toBeVisible();
  await expect(course).toBeHidden();

  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
  await expect(letter).toHaveCount(0);
  await expect(course).toBeVisible();
});
