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
