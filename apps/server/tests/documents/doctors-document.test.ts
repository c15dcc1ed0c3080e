import type { Dashboard, ProcessOverview } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import { minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, bodyOf, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient } from '../support/people.ts';
import { sendDueNotices } from '@konsil/server-domain/notices/notices';

let house: TestApp;
let conversation: Conversation;
beforeAll(async () => {
  house = await testApp();
  conversation = await sentCase(house, { patient: await signUpPatient(house), doctor: await inviteDoctor(house) });
});

const marks = async (who: 'patient' | 'doctor') =>
  (await pageOf(house, conversation, conversation[who])).documents.map(({ id, unread = false }) => ({ id, unread }));
const waiting = async (): Promise<string[]> => {
  const { needs_me, cases } = bodyOf<Dashboard>(
    await requestsAs(house.app, conversation.patient).get('/account/dashboarddata'),
  );
  return [...needs_me, ...cases].flatMap((theCase) => theCase.unread_documents);
};
const letters = async () =>
  (await house.outbox(conversation.patient.email))
    .map(({ subject }) => subject)
    .filter((subject) => /Dokument/.test(subject));

test("a doctor's documents are announced without content, and listed until opened", async () => {
  const { patient, doctor } = conversation;
  const first = await addLetter(house, conversation, doctor);
  const second = await addLetter(house, conversation, doctor);
  expect(await letters()).toEqual(['Für Sie liegt bei Konsil ein neues Dokument bereit']);
  house.clock.advance(11 * minuteMs);
  await sendDueNotices(house.kernel);
  expect(await letters()).toHaveLength(2);

  expect(await waiting()).toEqual([second, first]);
  expect((await marks('patient')).filter(({ unread }) => unread).map(({ id }) => id)).toEqual([second, first]);
  expect((await marks('doctor')).filter(({ unread }) => unread)).toEqual([]);

  // The uploader opens the document without marking it read for the patient.
  bodyOf(await requestsAs(house.app, doctor).get(`/api/individualdocument/get/${first}`));
  expect(await waiting()).toEqual([second, first]);
  bodyOf(await requestsAs(house.app, patient).get(`/api/individualdocument/get/${first}`));
  expect(await waiting()).toEqual([second]);
  bodyOf<Document>(await requestsAs(house.app, patient).get(`/api/documents/${second}`));
  expect(await waiting()).toEqual([]);
  expect(
    bodyOf<ProcessOverview>(await requestsAs(house.app, patient).get(`/api/processoverview/${conversation.caseId}`))
      .unread_documents,
  ).toEqual([]);
});

test("archived documents and the patient's own uploads are not listed as unread", async () => {
  const { doctor } = conversation;
  const id = await addLetter(house, conversation, doctor);
  bodyOf(await requestsAs(house.app, doctor).delete(`/api/individualdocument/get/${id}`));
  await addLetter(house, conversation);
  expect(await waiting()).toEqual([]);
});
