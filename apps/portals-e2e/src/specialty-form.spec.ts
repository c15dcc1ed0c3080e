import { describeAll } from './describe-documents.ts';
import { aReport } from './files.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { newCase } from './scans.ts';

const phone = { width: 390, height: 844 };

test('a doctor asks for own details; the patient gives them, and the doctor reads them', async ({
  patient,
  doctor,
}) => {
  const { page } = patient;
  const practice = doctor.page;
  const field = (number: number) => practice.getByRole('group', { name: `Feld ${number}`, exact: true });
  await test.step('the doctor writes the fields', async () => {
    await practice.goto('/doctor/settings#specialty-form');
    const heading = practice.getByRole('heading', { name: 'Eigene Angaben zum Fall' });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await practice.getByRole('button', { name: 'Feld hinzufügen' }).click();
    await expect(field(1).getByLabel('Frage auf Deutsch')).toBeFocused();
    await practice.keyboard.type('Welche Seite?');
    await field(1).getByLabel('Art des Feldes').selectOption({ label: 'Eine von mehreren Antworten' });
    await field(1).getByLabel('Antwort 1 auf Deutsch').fill('Rechts');
    await field(1).getByLabel('Antwort 2 auf Deutsch').fill('Links');
    await practice.getByRole('button', { name: 'Feld hinzufügen' }).click();
    await expect(field(2).getByLabel('Frage auf Deutsch')).toBeFocused();
    await practice.keyboard.type('Körpergewicht');
    await field(2).getByLabel('Art des Feldes').selectOption({ label: 'Zahl' });
    await field(2).getByLabel('Einheit').fill('kg');
    await field(2).getByLabel('Mindestens').fill('2');
    await field(2).getByLabel('Höchstens').fill('300');
    await field(2).getByLabel('Wird vor dem ersten Senden gebraucht').check();
    await expectAccessible(practice);
  });
  await test.step('the order is changed by keyboard alone', async () => {
    await tabTo(practice, field(2).getByRole('button', { name: 'Nach oben' }));
    await practice.keyboard.press('Enter');
    await expect(field(1).getByLabel('Frage auf Deutsch')).toHaveValue('Körpergewicht');
    await expect(field(1).getByRole('button', { name: 'Nach unten' })).toBeFocused();
    await practice.getByRole('button', { name: 'Felder speichern' }).click();
    await expect(practice.getByText('Gespeichert', { exact: true })).toBeVisible();
    await practice.reload();
    await expect(practice.getByText('Körpergewicht', { exact: true })).toBeVisible();
  });
  await page.setViewportSize(phone);
  const caseId = await newCase(patient, doctor);
  await test.step('the review before sending asks for what is needed', async () => {
    await page.goto(`/patient/process/${caseId}/documents/new`);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([await aReport('Labor.pdf', 'Labor'), await aReport('Befund.pdf', 'Befund')]);
    await describeAll(page, 2);
    await page.getByRole('link', { name: 'Weiter zum Senden' }).click();
    await expect(page.getByText(/braucht noch Ihre Zusatzangaben/)).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /Ich willige ein/ })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Angaben ergänzen' }).click();
  });
  await test.step('the patient fills them in, and is told of a mistake beside the field', async () => {
    const weight = page.getByRole('textbox', { name: 'Körpergewicht' });
    await expect(weight).toBeFocused();
    await weight.fill('1000');
    await page.getByRole('button', { name: 'Angaben speichern' }).click();
    await expect(page.getByText('Bitte eine Zahl eintragen: 2 bis 300 kg')).toBeVisible();
    await expect(weight).toHaveValue('1000');
    await expectAccessible(page);
    await weight.fill('72,5');
    await page.getByRole('radio', { name: 'Links' }).check();
    await page.getByRole('button', { name: 'Angaben speichern' }).click();
  });
  await test.step('the review shows them, and the case is sent', async () => {
    await expect(page).toHaveURL(/send$/);
    const part = page.getByRole('region', { name: /^Zusatzangaben für/ });
    await expect(part.getByText('72,5 kg')).toBeVisible();
    await expect(part.getByText('Links')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: /Ich willige ein/ }).check();
    await page.getByRole('button', { name: /^An Dr\. .* senden$/ }).click();
    await expect(page.getByRole('heading', { name: 'Gesendet' })).toBeVisible();
  });
  await test.step('the doctor reads them in the case', async () => {
    await practice.goto('/doctor');
    await practice
      .getByRole('link', { name: /Möller, Petra/ })
      .first()
      .click();
    await practice
      .getByRole('link', { name: /Antworten/ })
      .first()
      .click();
    await practice.getByRole('link', { name: /^Überblick/ }).click();
    await expect(practice.getByText('72,5 kg').first()).toBeVisible();
    await expectAccessible(practice);
  });
  await test.step('a change after sending is marked, with the earlier answer', async () => {
    await page.goto(`/patient/process/${caseId}/forms`);
    await page.getByRole('textbox', { name: 'Körpergewicht' }).fill('71');
    await page.getByRole('button', { name: 'Angaben speichern' }).click();
    await expect(page).not.toHaveURL(/forms$/);
    await expect(practice.getByText('71 kg').first()).toBeVisible();
    await practice
      .getByText(/^Geändert am .* Vorher:$/)
      .first()
      .click();
    await expect(practice.getByText('72,5 kg').first()).toBeVisible();
  });
});
