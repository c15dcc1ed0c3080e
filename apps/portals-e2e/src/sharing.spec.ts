import { expect, origins, test } from './fixtures.ts';
import { layoutSettled } from './layout.ts';
import { call } from './scans.ts';
import { answerCase, doctorsPathTo, newWaitingCase } from './waiting-cases.ts';

const noLonger = 'Diese Akte ist nicht oder nicht mehr mit Ihnen geteilt.';

test('a case goes to the recommended doctor with a new consent, and leaves the old one', async ({
  patient,
  doctor,
  colleague,
}) => {
  const caseId = await newWaitingCase(patient, doctor, 'Wer kennt sich damit aus?');
  const doctors = (await call(patient.page, { method: 'GET', path: `/api/doctors?search=${colleague.lastName}` }))
    .body as { id: string }[];
  await answerCase(doctor, caseId, 'recommendation_different_physician', { recommended_doctor_id: doctors[0]?.id });
  await doctor.page.goto(`${await doctorsPathTo(doctor, caseId)}/course`);
  await expect(doctor.page.getByRole('heading', { name: 'Möller, Petra' })).toBeVisible();

  await patient.page.goto(`/patient/process/${caseId}`);
  await patient.page.getByRole('button', { name: new RegExp(`${colleague.lastName} übergeben$`) }).click();
  const dialog = patient.page.getByRole('dialog');
  await dialog.getByRole('button', { name: /übergeben/ }).click();
  await expect(dialog.getByRole('alert')).toContainText('Einwilligung');
  await dialog.getByRole('checkbox', { name: /Ich willige ein/ }).check();
  await dialog.getByRole('button', { name: /übergeben/ }).click();
  await expect(
    patient.page.getByRole('heading', { name: new RegExp(`${colleague.lastName} hat Ihren Fall`) }),
  ).toBeVisible();

  await expect(doctor.page.getByRole('heading', { name: noLonger })).toBeVisible();
  await expect(colleague.page.getByRole('row', { name: /Möller, Petra/ })).toBeVisible();
  await colleague.page.getByRole('link', { name: 'Antworten' }).click();
  await expect(colleague.page.getByRole('heading', { name: 'Wer kennt sich damit aus?' })).toBeVisible();
});

test("a withdrawn consent closes the case on the doctor's open page at once", async ({ patient, doctor }) => {
  const caseId = await newWaitingCase(patient, doctor, 'Darf ich Sport machen?');
  const path = await doctorsPathTo(doctor, caseId);
  await doctor.page.goto(`${path}/answer`);
  await doctor.page.getByLabel('Antwort auf Frage 1').fill('Das hängt davon ab');
  const list = await doctor.page.context().newPage();
  await list.goto(path.replace(/\/process.*/, ''));
  await expect(list.getByRole('heading', { name: 'Möller, Petra' })).toBeVisible();

  await patient.page.goto('/patient/privacy');
  await patient.page.getByRole('button', { name: /^Einwilligung widerrufen: .*Rücken/ }).click();
  await patient.page.getByRole('alertdialog').getByRole('button', { name: 'Widerrufen' }).click();
  await expect(patient.page.getByText('Einwilligung widerrufen', { exact: true })).toBeVisible();

  await expect(doctor.page.getByRole('heading', { name: noLonger })).toBeVisible();
  await expect(doctor.page.getByText('Petra')).toHaveCount(0);
  await expect(list.getByRole('heading', { name: noLonger })).toBeVisible();
  expect((await call(doctor.page, { method: 'GET', path: `/api/processoverview/${caseId}` })).status).toBe(404);

  await doctor.page.goto(`${origins.doctor}/doctor`);
  await expect(doctor.page.getByText('Ihnen liegt kein Fall vor.')).toBeVisible();
});

test('on a phone doctors and their cases in the consent list are left-aligned', async ({ patient, doctor }) => {
  await newWaitingCase(patient, doctor, 'Darf ich Sport machen?');
  await patient.page.setViewportSize({ width: 390, height: 844 });
  await patient.page.goto('/patient/privacy');
  const entry = patient.page
    .getByRole('listitem')
    .filter({ hasText: /Darf 1 Fall sehen/ })
    .first();
  await expect(entry).toBeVisible();
  await layoutSettled(patient.page);
  await expect(async () => {
    const edges = await Promise.all(
      [entry.getByText(doctor.lastName), entry.getByRole('listitem')].map(
        async (part) => (await part.boundingBox())?.x,
      ),
    );
    expect(edges[0]).toBeGreaterThan(0);
    expect(edges[1]).toBeCloseTo(edges[0] ?? NaN, 0);
  }).toPass({ timeout: 60_000 });
});
