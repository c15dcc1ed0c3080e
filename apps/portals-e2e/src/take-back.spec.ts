import { expect, test } from './fixtures.ts';
import { answerCase, caseOf, doctorsPathTo, newWaitingCase } from './waiting-cases.ts';

test('a case waiting for documents the patient lacks goes on: the doctor takes it back', async ({
  patient,
  doctor,
}) => {
  const caseId = await newWaitingCase(patient, doctor, 'Hilft eine Einlage?');
  await answerCase(doctor, caseId, 'further_documents_needed', {});
  await patient.page.goto(`/patient/process/${caseId}`);
  await expect(patient.page.getByRole('link', { name: 'Das habe ich nicht' })).toBeVisible();
  await patient.page.goto(`/patient/process/${caseId}/messages/new`);
  await patient.page.getByLabel('Betreff').fill('Aufnahme');
  await patient.page.getByLabel('Nachricht', { exact: true }).fill('Die gibt es nicht mehr.');
  await patient.page.getByRole('button', { name: 'Nachricht senden' }).click();
  await expect(patient.page).toHaveURL(new RegExp(`${caseId}/messages$`));

  await doctor.page.goto(`${await doctorsPathTo(doctor, caseId)}/answer`);
  const takeBack = doctor.page.getByRole('button', { name: 'Fall zurücknehmen' });
  await expect(takeBack).toBeVisible();
  await takeBack.press('Enter');
  await expect(doctor.page.locator('textarea:focus')).toBeVisible();
  await doctor.page.getByLabel('Zusammenfassung').fill('Ohne die Aufnahme rate ich zu einer Einlage.');
  await doctor.page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await caseOf(doctor, caseId)).status).toBe('answered');
});
