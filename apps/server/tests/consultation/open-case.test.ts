import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, bodyOf, pageOf, send, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

const open = ({ caseId, doctor: by }: Conversation, who = by) =>
  requestsAs(house.app, who).post(`/api/process/${caseId}/opened`);

test('the patient sees when the doctor first opened the case, each time it waits', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  const opened = async () => (await pageOf(house, conversation, patient)).opened_at;
  const look = async () => {
    house.clock.advance(60_000);
    // The inbox preview loads it, too.
    const before = await opened();
    expect((await pageOf(house, conversation)).opened_at).toBeNull();
    expect(await opened()).toBe(before);
    bodyOf(await open(conversation));
    return opened();
  };
  expect(await opened()).toBeNull();
  const first = await look();
  expect(first).toEqual(expect.any(String));
  expect(await look()).toBe(first);

  // Sent again, it waits anew.
  await addLetter(house, conversation);
  bodyOf(await send(house, conversation), 201);
  expect(await opened()).toBeNull();
  const second = await look();
  expect((second ?? '') > (first ?? '')).toBe(true);
  bodyOf(await answer(house, conversation, 'question_to_patient'), 201);
  expect(await look()).toBeNull();
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/messages/${conversation.caseId}`, {
      subject: 'Antwort',
      message: 'Seit März.',
    }),
    201,
  );
  expect(await opened()).toBeNull();
  expect(((await look()) ?? '') > (second ?? '')).toBe(true);
});

test('a doctor without the case cannot open it', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  for (const who of [await inviteDoctor(house), patient]) expect((await open(conversation, who)).statusCode).toBe(404);
  expect((await pageOf(house, conversation, patient)).opened_at).toBeNull();
});
