import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { medicineName } from '@konsil/contracts/medication';
import { describeAll } from './describe-documents.ts';
import { aReport } from './files.ts';
import { expect, expectAccessible, test, type SignedInPerson } from './fixtures.ts';
import { call, newCase } from './scans.ts';

const picture = (name: string) => join(import.meta.dirname, 'plans', name);
const phone = { width: 390, height: 844 };
const list = (page: Page) => page.getByRole('table', { name: 'Medikamente' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Medikationsplan einlesen' });

/** Opens the dialog and gives it a file, as the camera or the file dialog of a phone does. */
const scan = async (page: Page, ...names: string[]) => {
  if (!(await dialog(page).isVisible()))
    await page.getByRole('button', { name: /^(Medikationsplan|Neuen Plan) einlesen$/ }).click();
  await dialog(page).locator('input[type=file]').last().setInputFiles(names.map(picture));
};
const anamnesisOf = async ({ page }: SignedInPerson, caseId: string) =>
  ((await call(page, { method: 'GET', path: `/api/processoverview/${caseId}` })).body as ProcessOverview).anamnesis;

test('a plan photographed on a phone is checked, sent and read by the doctor', async ({ patient, doctor }) => {
  const { page } = patient;
  await page.setViewportSize(phone);
  const caseId = await newCase(patient, doctor);
  const called: string[] = [];
  await test.step('the photo is read on the device', async () => {
    await page.goto(`/patient/process/${caseId}/forms`);
    await page.getByRole('button', { name: 'Medikationsplan einlesen' }).click();
    await expect(dialog(page).getByText('nur auf diesem Gerät gelesen')).toBeVisible();
    await expectAccessible(page);
    page.on('request', (request) => called.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await scan(page, 'petra.jpg');
    await expect(dialog(page).getByText('Aus dem Medikationsplan vom 03.11.2026, Dr. Jana Beispiel')).toBeVisible();
    // Every minute the page asks whether the session has ended.
    expect(called.filter((one) => !/^GET \/(assets\/|api\/auth\/session$)/.test(one))).toEqual([]);
  });
  await test.step('what was read is shown with what to ask, and a line is left out', async () => {
    await expect(dialog(page).getByText(/Ramipril steht mehrfach auf der Liste/)).toBeVisible();
    await expect(dialog(page).getByText(/Bei den Allergien steht „Penicillin“/)).toBeVisible();
    await expect(dialog(page).getByText('PZN 02223945')).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Ramipril 2,5 mg weglassen' }).click();
    await expect(dialog(page).getByText(/Ramipril steht mehrfach/)).toHaveCount(0);
    await dialog(page).getByRole('button', { name: '4 Medikamente übernehmen' }).click();
  });
  await test.step('a name is added by hand, and all of it is saved with the form', async () => {
    await page.getByRole('button', { name: 'PZN 02223945 ändern' }).click();
    await page.getByLabel('Name des Medikaments').fill('Tropfen Muster');
    await page.getByRole('button', { name: 'Übernehmen' }).click();
    await expect(list(page).getByText('Tropfen Muster')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Angaben speichern' }).click();
    await expect(page).not.toHaveURL(/forms$/);
    const { medication_list: saved, allergies } = await anamnesisOf(patient, caseId);
    expect(allergies).toBe('Penicillin');
    expect(saved?.medicines.map(medicineName)).toEqual([
      'Ramipril 5 mg (Ramipril Muster 5)',
      'Phenoxymethylpenicillin 1,5 Mega (Penicillin V Muster)',
      'Tropfen Muster',
      'Metamizol 500 mg/ml (Novalgin Muster)',
    ]);
  });
  await test.step('the review before sending shows it, and the doctor gets it', async () => {
    await page.goto(`/patient/process/${caseId}/documents/new`);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([await aReport('Labor.pdf', 'Labor'), await aReport('Befund.pdf', 'Befund')]);
    await describeAll(page, 2);
    await page.getByRole('link', { name: 'Weiter zum Senden' }).click();
    await expect(list(page).getByText('Tropfen Muster')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: /Ich willige ein/ }).check();
    await page.getByRole('button', { name: /^An Dr\. .* senden$/ }).click();
    await expect(page.getByRole('heading', { name: 'Gesendet' })).toBeVisible();

    await doctor.page.goto('/doctor');
    await doctor.page
      .getByRole('link', { name: /Möller, Petra/ })
      .first()
      .click();
    await doctor.page
      .getByRole('link', { name: /Antworten/ })
      .first()
      .click();
    await doctor.page.getByRole('link', { name: /^Überblick/ }).click();
    await expect(list(doctor.page).first()).toBeVisible();
    await expect(doctor.page.getByText(/Angegebene Allergie: „Penicillin“/).first()).toBeVisible();
    await expectAccessible(doctor.page);
  });
});

test('asks for both pages of a plan, and reads them from a PDF', async ({ patient, doctor }) => {
  const { page } = patient;
  await page.setViewportSize(phone);
  await page.goto(`/patient/process/${await newCase(patient, doctor)}/forms`);
  await scan(page, 'petra-two-pages.pdf');
  await expect(dialog(page).getByRole('button', { name: '2 Medikamente übernehmen' })).toBeVisible();
  await expect(dialog(page).getByText('Simvastatin 20 mg')).toBeVisible();
});

test('warns of a plan of another person instead of taking it silently', async ({ patient, doctor }) => {
  const { page } = patient;
  await page.goto(`/patient/process/${await newCase(patient, doctor)}/forms`);
  await scan(page, 'jakob.jpg');
  await expect(
    dialog(page).getByText('Der Plan ist für Jakob Weiss, geboren 01.03.2019. Sie füllen ihn aus für Petra Möller'),
  ).toBeVisible();
  await dialog(page).getByRole('button', { name: '1 Medikament übernehmen' }).click();
  await expect(dialog(page).getByText('Bitte bestätigen Sie das')).toBeVisible();
  await expectAccessible(page);
});

test('an unreadable picture says what helps, and leads on to typing', async ({ patient, doctor }) => {
  const { page } = patient;
  await page.setViewportSize(phone);
  await page.goto(`/patient/process/${await newCase(patient, doctor)}/forms`);
  await scan(page, 'blurred.jpg');
  await expect(dialog(page).getByText('Auf dem Bild wurde kein lesbarer Code gefunden')).toBeVisible();
  await expect(dialog(page).getByText('Näher heran')).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Von Hand eintragen' }).click();
  await expect(page.getByRole('dialog', { name: 'Medikament eintragen' })).toBeVisible();
});
