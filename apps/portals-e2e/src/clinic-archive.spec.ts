import { randomUUID } from 'node:crypto';
import { archivedNumber, startArchive } from './archives.ts';
import { newPool } from './clinics.ts';
import { expect, expectAccessible, test, titleOf } from './fixtures.ts';
import { newOperator } from './operators.ts';
import { linkToDocument } from './scans.ts';
import { shades } from './viewer-page.ts';
import { caseOf, doctorsPathTo, newWaitingCase } from './waiting-cases.ts';

test("an operator connects a clinic's archive, and a doctor brings a study from it into a case", async ({
  browser,
  patient,
  doctor,
}) => {
  const { server, url } = await startArchive('geheim&1');
  const [clinicId, caseId, console] = await Promise.all([
    newPool(`Klinik am Wald ${randomUUID().slice(0, 8)}`, [doctor.email]),
    newWaitingCase(patient, doctor, 'Was war damals zu sehen?'),
    newOperator(browser),
  ]);

  await test.step('the operator connects it by the keyboard, and reads what is wrong with it', async () => {
    await console.goto(`/operator/clinics/${clinicId}`);
    const archive = console.getByRole('region', { name: 'Bildarchiv' });
    const dialog = console.getByRole('dialog');
    await archive.getByRole('button', { name: 'Bildarchiv verbinden' }).press('Enter');
    await expect(dialog.getByLabel('DICOMweb-Adresse')).toBeVisible();
    await expectAccessible(console);
    await dialog.getByLabel('DICOMweb-Adresse').fill(url);
    await dialog.getByLabel('Benutzername im Archiv').fill('konsil');
    await dialog.getByLabel('Passwort im Archiv').fill('falsch');
    await console.keyboard.press('Enter');
    await expect(archive.getByText(/nimmt die Anmeldung nicht an/)).toBeVisible();
    await expectAccessible(console);
    await archive.getByRole('button', { name: 'Verbindung ändern' }).press('Enter');
    await dialog.getByLabel('Benutzername im Archiv').fill('konsil');
    await dialog.getByLabel('Passwort im Archiv').fill('geheim&1');
    await console.keyboard.press('Enter');
    await expect(archive.getByText('Das Archiv antwortet.')).toBeVisible();
    await console.context().close();
  });

  const { page } = doctor;
  await test.step('the doctor finds the study by its number, and sees its picture in the case', async () => {
    await page.goto(`${await doctorsPathTo(doctor, caseId)}/documents/new`);
    await page.getByRole('link', { name: 'Aus dem Archiv der Klinik holen' }).click();
    await page.getByLabel('Patientennummer in der Klinik').fill(archivedNumber);
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: /Petra Möller/ }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'In den Fall übernehmen' }).click();
    await expect(titleOf(page)).toHaveText('Dokument hinzufügen');
    const fetched = (await caseOf(doctor, caseId)).documents.find(({ dicom }) => dicom);
    await page.goto(await linkToDocument(doctor, fetched?.id ?? ''));
    await expect(page.locator('[data-phase="shown"]')).toBeVisible();
    await expect.poll(() => shades(page)).toBeGreaterThan(1);
  });
  server.close();
});
