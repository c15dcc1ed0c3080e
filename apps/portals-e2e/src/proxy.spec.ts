import { expect, expectAccessible, test, titleOf } from './fixtures.ts';
import { doctorsPathTo, newWaitingCase } from './waiting-cases.ts';

test('a mother acts for her child, and every page about the child says so', async ({ patient, doctor }) => {
  const { page } = patient;
  const actingFor = page.getByText('Sie handeln für Lina Möller.');

  await test.step('she adds the child', async () => {
    await page.goto('/patient/patients/new');
    await page.getByRole('radio', { name: 'mein Kind' }).check();
    await page.getByLabel('Vorname').fill('Lina');
    await page.getByLabel('Nachname').fill('Möller');
    await page.getByRole('radio', { name: 'weiblich' }).check();
    await page.getByLabel('Geburtsdatum').fill('03.02.2017');
    await page.getByLabel('Straße').fill('Lindenweg');
    await page.getByLabel('Hausnummer').fill('12a');
    await page.getByLabel('Postleitzahl').fill('50667');
    await page.getByLabel('Ort', { exact: true }).fill('Köln');
    await page.getByRole('button', { name: 'Person hinzufügen' }).click();
    await expect(page.getByRole('heading', { name: 'Lina Möller' })).toBeVisible();
    await expect(actingFor).toBeVisible();
    await expectAccessible(page);
  });

  const caseId = await newWaitingCase(patient, doctor, 'Darf sie turnen?', ['Röntgen unauffällig'], 'Lina');
  await test.step('the child’s case says on each of its pages who is meant', async () => {
    for (const place of ['', '/messages/new', '/documents/new', '/forms', '/send']) {
      await page.goto(`/patient/process/${caseId}${place}`);
      await expect(actingFor).toBeVisible();
    }
    await page.goto('/patient');
    await expect(titleOf(page)).toBeVisible();
    await expect(actingFor).toHaveCount(0);
  });

  await test.step('the doctor sees the child, and writes to the mother', async () => {
    await expect(doctor.page.getByRole('row', { name: /Möller, Lina.*03\.02\.2017/ })).toBeVisible();
    await doctor.page.goto(`${await doctorsPathTo(doctor, caseId)}/messages`);
    await expect(doctor.page.getByText('vertreten durch Petra Möller')).toBeVisible();
    await doctor.page.getByRole('button', { name: 'Nachricht schreiben' }).click();
    await expect(doctor.page.getByText('Das lesen Sie und Petra Möller.', { exact: false })).toBeVisible();
  });
});
