import type { Page } from '@playwright/test';
import { dayIn } from './days.ts';
import { expect, origins, test } from './fixtures.ts';
import { call } from './scans.ts';
import { caseOf, newWaitingCase } from './waiting-cases.ts';

/** 09:00 at the practice in Berlin, on a day some time ahead, as a moment. */
const nineInBerlin = (page: Page, days: number): Promise<string> =>
  page.evaluate((date) => new Date(`${date}T09:00`).toISOString(), dayIn(days).split('.').reverse().join('-'));

for (const [zone, own] of [
  ['America/New_York', /auf Ihrem Gerät 0[34]:00 Uhr/],
  ['Asia/Tokyo', /auf Ihrem Gerät 1[67]:00 Uhr/],
] as const)
  test(`in ${zone} an appointment is shown in the practice's time, in case and list`, async ({
    patient,
    doctor,
    browser,
  }) => {
    const caseId = await newWaitingCase(patient, doctor, 'Muss ich operiert werden?');
    const startsAt = await nineInBerlin(doctor.page, 9);
    const { questions } = await caseOf(doctor, caseId);
    const answered = await call(doctor.page, {
      method: 'POST',
      path: `/api/buttonaufgabe/doctor/${caseId}/schedule_appointment/book_appointment`,
      body: {
        aufgabeTitel: '',
        answer: 'Ich möchte Sie selbst untersuchen.',
        with_question_answers: true,
        question_answers: questions.map(({ id }) => ({ question_id: id, text: 'Das sehen wir dann.' })),
        appointments: [startsAt],
        appointment_place: 'Praxis am Dom',
        deadline: dayIn(8).split('.').reverse().join('-'),
      },
    });
    expect(answered.status, JSON.stringify(answered.body)).toBeLessThan(300);

    const away = await browser.newContext({
      timezoneId: zone,
      storageState: await patient.page.context().storageState(),
    });
    const page = await away.newPage();
    await page.goto(`${origins.patient}/patient/process/${caseId}`);
    const choice = page.getByRole('radio', { name: /09:00 Uhr \(Ortszeit der Praxis: / });
    await expect(choice).toHaveCount(1);
    await expect(page.getByRole('radio', { name: own })).toHaveCount(1);
    await choice.check();
    await page.getByRole('button', { name: 'Diesen Termin annehmen' }).click();
    await expect(page.getByRole('heading', { name: /^Ihr Termin: .*09:00 Uhr \(Ortszeit der Praxis: / })).toBeVisible();
    await expect(page.getByRole('heading', { name: own })).toBeVisible();
    await page.goto(`${origins.patient}/patient`);
    await expect(page.getByText(/09:00\sUhr/).first()).toBeVisible();
    await away.close();
  });

test('a deadline of today in Berlin is today for a doctor in Samoa and in Kiribati', async ({
  patient,
  doctor,
  browser,
}) => {
  const caseId = await newWaitingCase(patient, doctor, 'Muss ich operiert werden?');
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
  const todo = await call(doctor.page, {
    method: 'POST',
    path: `/api/aufgaben/${caseId}`,
    body: { title: 'Befund anfordern', content: 'Bitte an die Praxis.', deadline: today },
  });
  expect(todo.status, JSON.stringify(todo.body)).toBeLessThan(300);
  for (const timezoneId of ['Europe/Berlin', 'Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
    const context = await browser.newContext({ timezoneId, storageState: await doctor.page.context().storageState() });
    const page = await context.newPage();
    // In Samoa it is the evening before, in Kiribati the next day has begun.
    await page.clock.setFixedTime(`${today}T10:30:00Z`);
    await page.goto(`${origins.doctor}/doctor/todos?assignee=all`);
    const line = page.getByRole('listitem').filter({ hasText: 'Befund anfordern' });
    await expect(line, timezoneId).toContainText('Heute');
    await context.close();
  }
});
