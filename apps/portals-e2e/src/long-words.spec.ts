import { expect, test } from './fixtures.ts';
import { call } from './scans.ts';
import { answerCase, newWaitingCase } from './waiting-cases.ts';

const word = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';

test('a word longer than a phone is wide is broken: no page of the patient scrolls sideways', async ({ patient, doctor }) => {
  const caseId = await newWaitingCase(patient, doctor, `${word}?`);
  const { page } = patient;
  const post = async (who: typeof patient, path: string, body: object) => expect((await call(who.page, { method: 'POST', path, body })).status).toBeLessThan(300);
  await post(doctor, `/api/messages/${caseId}`, { subject: word, message: word });
  await answerCase(doctor, caseId, 'question_to_patient', { answer: word, deadline: '2099-01-31' });
  expect((await call(page, { method: 'PUT', path: `/api/process/${caseId}`, body: { case_name: word } })).status).toBe(200);

  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['', '/process', '/messages', `/process/${caseId}`, `/process/${caseId}/messages`, `/process/${caseId}/messages/new`, `/process/${caseId}/documents/new`]) {
    await test.step(path, async () => {
      await page.goto(`/patient${path}`);
      await expect(page.getByText(word).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBeLessThanOrEqual(0);
    });
  }
});
