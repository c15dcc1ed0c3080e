import { newPool } from './clinics.ts';
import { expect, expectAccessible, test, titleOf } from './fixtures.ts';
import { contentWidth } from './layout.ts';
import { caseOf, doctorsPathTo, newWaitingCase } from './waiting-cases.ts';

test('a case goes from its doctor through the pool of the clinic to a colleague, who gives it back', async ({
  patient,
  doctor,
  colleague,
}) => {
  const clinic = await newPool('Klinik am See', [doctor.email, colleague.email]);
  const caseId = await newWaitingCase(patient, doctor, 'Muss operiert werden?');

  await test.step('the patient agrees in the case, where the doctors are named', async () => {
    await patient.page.setViewportSize({ width: 390, height: 844 });
    await patient.page.goto(`/patient/process/${caseId}`);
    await expect(patient.page.getByText(/auf die gemeinsame Liste von Klinik am See setzen/)).toBeVisible();
    await expect(patient.page.getByText(new RegExp(`Zurzeit sind das: .*${colleague.lastName}`))).toBeVisible();
    await expectAccessible(patient.page);
    await patient.page.getByRole('button', { name: 'Ich bin einverstanden' }).click();
    await expect(
      patient.page.getByRole('heading', { name: 'Auch andere von Klinik am See dürfen antworten' }),
    ).toBeVisible();
  });

  await test.step('the doctor puts it into the pool, and has it still', async () => {
    await doctor.page.goto(`${await doctorsPathTo(doctor, caseId)}/course`);
    await doctor.page.getByRole('button', { name: 'In den Pool von Klinik am See legen' }).click();
    await expect(doctor.page.getByText(/im Pool von Klinik am See\. Sie haben den Fall/)).toBeVisible();
    await expectAccessible(doctor.page);
    await expect(
      patient.page.getByRole('heading', { name: 'Ihr Fall ist auf der gemeinsamen Liste von Klinik am See' }),
    ).toBeVisible();
  });

  const { page } = colleague;
  await test.step('the colleague finds it as a view of the inbox, reads it and takes it by a key', async () => {
    await page.goto('/doctor');
    await page.getByRole('link', { name: /^Pool: Klinik am See/ }).click();
    await expect(titleOf(page)).toHaveText('Pool von Klinik am See');
    const row = page.getByRole('table').getByRole('link', { name: new RegExp(patient.lastName) });
    await expect(row).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Schmerzen im Rücken')).toBeVisible();
    await expect(page.getByText(/Zugesagt ist eine Antwort bis/)).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(row).toBeFocused();
    await page.keyboard.press('t');
    await expect(page.getByText('Im Pool ist kein Fall.')).toBeVisible();
    expect((await caseOf(colleague, caseId)).doctor.name).toContain(colleague.lastName);
  });

  await test.step('the patient reads who has it, without loading the page again', async () => {
    await expect(
      patient.page.getByText(new RegExp(`${colleague.lastName} hat den Fall am .* von der gemeinsamen Liste`)),
    ).toBeVisible();
    await expectAccessible(patient.page);
  });

  await test.step('on a phone the colleague gives it back, and takes it by the button of its row', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${await doctorsPathTo(colleague, caseId)}/course`);
    await page.getByRole('button', { name: 'In den Pool von Klinik am See legen' }).click();
    await expect(page.getByText(/im Pool von Klinik am See\. Sie haben den Fall/)).toBeVisible();
    await doctor.page.goto(`/doctor/pool?clinic=${clinic}`);
    await doctor.page.setViewportSize({ width: 390, height: 844 });
    const take = doctor.page.getByRole('button', { name: /^Fall übernehmen/ });
    await expect(take).toBeVisible();
    await expect.poll(() => contentWidth(doctor.page)).toBeLessThanOrEqual(390);
    await expectAccessible(doctor.page);
    await take.click();
    await expect(doctor.page.getByText('Im Pool ist kein Fall.')).toBeVisible();
    expect((await caseOf(doctor, caseId)).doctor.name).toContain(doctor.lastName);
  });
});
