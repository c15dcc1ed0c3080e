import type { Page } from '@playwright/test';
import { dayIn } from './days.ts';
import { describeAll } from './describe-documents.ts';
import { aPhoto, aReport, aScan } from './files.ts';
import { expect, expectAccessible, lettersTo, test } from './fixtures.ts';

const caseName = 'Knoten in der Schilddrüse';
const question = 'Muss der Knoten operiert werden?';

/** The patient's first step: a case with one question, addressed to the doctor. */
const addCase = async (page: Page, doctorName: string) => {
  await page.goto('/patient/process/new');
  await page.getByRole('radio', { name: /Petra Möller/ }).check();
  await page.getByLabel('Diagnose oder Beschwerde').fill(caseName);
  await page.getByLabel('Vorgeschichte').fill('Im Sommer beim Hausarzt aufgefallen, 2,3 cm.');
  await page.getByLabel('Frage 1').fill(question);
  await page.getByRole('button', { name: 'Weiter zu Ärztinnen und Ärzten' }).click();
  await page.getByRole('searchbox', { name: 'Ärztin oder Arzt' }).fill(doctorName);
  await page
    .getByRole('article', { name: new RegExp(doctorName) })
    .getByRole('button', { name: /fragen$/ })
    .click();
  await expect(page).toHaveURL(/documents\/new$/);
};

const send = async (page: Page) => {
  await page.getByRole('checkbox', { name: /Ich willige ein/ }).check();
  await page.getByRole('button', { name: /^An Dr\. .* senden$/ }).click();
  await expect(page.getByRole('heading', { name: 'Gesendet' })).toBeVisible();
};

test('a case goes from patient to doctor and back, and once more', async ({ patient, doctor }) => {
  await test.step('the patient creates a case and uploads a report, a photo and a scan', async () => {
    await addCase(patient.page, doctor.lastName);
    await patient.page
      .locator('input[type=file]')
      .first()
      .setInputFiles([await aReport('Laborbefund.pdf', 'Laborbefund TSH 2,1'), await aPhoto('Arztbrief.jpg'), aScan()]);
    await describeAll(patient.page, 3);
    await expect(patient.page.getByText('3 fertig')).toBeVisible();
    await expectAccessible(patient.page);
  });

  await test.step('and sends it', async () => {
    await patient.page.getByRole('link', { name: 'Weiter zum Senden' }).click();
    await expect(patient.page.getByRole('heading', { name: 'Alles richtig so?' })).toBeVisible();
    await expectAccessible(patient.page);
    await send(patient.page);
  });

  await test.step('the doctor finds it in the open inbox, reads and answers', async () => {
    const row = doctor.page.getByRole('link', { name: /Möller, Petra/ }).first();
    await expect(row).toBeVisible();
    await expectAccessible(doctor.page);
    await doctor.page.getByRole('link', { name: 'Antworten' }).click();
    await expect(doctor.page.getByRole('heading', { name: question })).toBeVisible();
    await expectAccessible(doctor.page);
    await doctor.page.getByRole('radio', { name: /Weitere Unterlagen nötig/ }).check();
    await doctor.page.getByText('0 Antworten fertig').click();
    await doctor.page.getByRole('button', { name: /^Beantworten/ }).click();
    await doctor.page.getByLabel('Antwort auf Frage 1').fill('Das kann ich erst mit dem Gewebebefund sagen.');
    await doctor.page.getByRole('button', { name: 'Fertig' }).click();
    await doctor.page.getByLabel(/^Fertige Antworten mitsenden/).check();
    await doctor.page.getByLabel('Welche Unterlagen fehlen?').fill('Mir fehlt der Befund der Feinnadelpunktion.');
    await doctor.page.getByRole('textbox', { name: 'Frist' }).fill('');
    await doctor.page.getByRole('button', { name: /^Senden/ }).click();
    await expect(doctor.page.getByRole('alert')).toContainText('Frist');
    await doctor.page.getByRole('textbox', { name: 'Frist' }).fill(dayIn(30));
    await doctor.page.getByRole('button', { name: /^Senden/ }).click();
    await expect(doctor.page.getByText(/^Antwort gesendet/)).toBeVisible();
  });

  await test.step('the patient gets an email without content', async () => {
    await expect.poll(async () => (await lettersTo(patient.email)).map(({ text }) => text).join()).toContain('Antwort');
    const letters = (await lettersTo(patient.email)).map(({ subject, text }) => subject + text).join();
    expect(letters).not.toContain('Feinnadelpunktion');
    expect(letters).not.toContain(caseName);
  });

  await test.step('reads the answer, ticks the ToDo and sends again with a new document', async () => {
    await patient.page.goto('/patient');
    await expect(patient.page.getByRole('heading', { name: /hat Ihnen geantwortet/ })).toBeVisible();
    await patient.page.getByRole('link', { name: 'Antwort lesen', exact: true }).click();
    await expect(patient.page.getByText('Mir fehlt der Befund der Feinnadelpunktion.').first()).toBeVisible();
    await expectAccessible(patient.page);
    await patient.page.getByRole('link', { name: /^Aufgaben/ }).click();
    await patient.page.getByRole('checkbox').check();
    await expect(patient.page.getByText('Aufgabe erledigt')).toBeVisible();
    await patient.page.goto(patient.page.url().replace(/todos$/, 'documents/new'));
    await patient.page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        await aReport('Zytologie.pdf', 'Zytologischer Befund Bethesda IV'),
        await aReport('Labor.pdf', 'Calcitonin 2,4'),
      ]);
    await describeAll(patient.page, 2);
    await patient.page.getByRole('link', { name: 'Weiter zum Senden' }).click();
    await send(patient.page);
  });

  await test.step('and the doctor closes the case', async () => {
    await doctor.page.goto('/doctor');
    await doctor.page.getByRole('link', { name: 'Antworten' }).click();
    await doctor.page.getByRole('button', { name: 'Neu beantworten' }).click();
    await doctor.page.getByLabel('Antwort auf Frage 1').fill('Ja, ich empfehle die Operation des rechten Lappens.');
    await doctor.page.getByRole('button', { name: 'Fertig' }).click();
    await doctor.page.getByLabel('Zusammenfassung').fill('Der neue Befund hilft weiter.');
    await doctor.page.keyboard.press('Control+Enter');
    await expect(doctor.page.getByText(/^Antwort gesendet/)).toBeVisible();
    await patient.page.goto('/patient');
    await expect(patient.page.getByRole('heading', { name: /hat Ihnen geantwortet/ })).toBeVisible();
    await expect(patient.page.getByText('Der neue Befund hilft weiter.')).toHaveCount(0);
    await patient.page.getByRole('link', { name: 'Antwort lesen', exact: true }).click();
    await expect(patient.page.getByText('Der neue Befund hilft weiter.').first()).toBeVisible();
  });
});

test('sending again without new documents is refused with an explanation', async ({ patient, doctor }) => {
  await addCase(patient.page, doctor.lastName);
  await patient.page.goto(patient.page.url().replace('documents/new', 'send'));
  await expect(patient.page.getByText('Laden Sie zuerst mindestens ein Dokument hoch')).toBeVisible();
});
