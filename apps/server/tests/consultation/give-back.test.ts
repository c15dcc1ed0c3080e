import type { CaseSummary } from '@konsil/contracts/cases';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer } from '@konsil/contracts/requests';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, answerFinally, bodyOf, pageOf, sentCase } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

const takeBack = (who: Person, caseId: string, body = {}) =>
  requestsAs(house.app, who).post(`/api/process/${caseId}/takeback`, body);

test("a reply returns an archived case to the doctor's inbox", async () => {
  const conversation = await sentCase(house, { patient, doctor });
  const { caseId } = conversation;
  bodyOf(await answer(house, conversation, 'question_to_patient', { deadline: '2099-01-31' }, 'answer_question'), 201);
  bodyOf(await requestsAs(house.app, doctor).post(`/api/process/${caseId}/archive`, {}));
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/messages/${caseId}`, {
      subject: 'Ihre Frage',
      message: 'Seit März.',
    }),
    201,
  );
  expect(await pageOf(house, conversation)).toMatchObject({ turn: 'doctor', archived_at: null });
});

test('only "I don\'t have this document" returns the case, and only if requested', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  const write = async (who: Person, without_documents?: boolean) =>
    bodyOf(
      await requestsAs(house.app, who).post(`/api/messages/${conversation.caseId}`, {
        subject: 'Befund',
        message: 'Den gibt es nicht mehr.',
        without_documents,
      }),
      201,
    );
  bodyOf(
    await answer(house, conversation, 'further_documents_needed', { deadline: '2099-01-31' }, 'upload_documents'),
    201,
  );
  await write(patient);
  await write(doctor, true);
  expect(await pageOf(house, conversation, patient)).toMatchObject({ status: 'with_patient', open_todos: 1 });
  await write(patient, true);
  expect(await pageOf(house, conversation, patient)).toMatchObject({
    status: 'with_doctor',
    turn: 'doctor',
    open_todos: 0,
    answer_due_on: expect.stringMatching(/^\d{4}-/),
  });
  const { version } = await pageOf(house, conversation);
  await write(patient, true);
  await answerFinally(house, conversation);
  await write(patient, true);
  expect(await pageOf(house, conversation, patient)).toMatchObject({ status: 'answered', version: version + 1 });
});

test('a doctor who waits for missing documents takes the case back and answers', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  const { caseId } = conversation;
  bodyOf(
    await answer(house, conversation, 'further_documents_needed', { deadline: '2099-01-31' }, 'upload_documents'),
    201,
  );
  const { version } = await pageOf(house, conversation);
  expect((await takeBack(patient, caseId)).statusCode).toBe(404);
  expect((await takeBack(doctor, caseId, { version: version - 1 })).json<ProblemBody>().code).toBe('version_conflict');
  expect(bodyOf<CaseSummary>(await takeBack(doctor, caseId, { version }))).toMatchObject({
    status: 'with_doctor',
    turn: 'doctor',
    answer_due_on: expect.stringMatching(/^\d{4}-/),
    version: version + 1,
  });
  expect(bodyOf<CaseSummary>(await takeBack(doctor, caseId)).version).toBe(version + 1);
  expect(await pageOf(house, conversation, patient)).toMatchObject({ status: 'with_doctor', open_todos: 0 });
  bodyOf(
    await answer(house, conversation, 'unable_to_do_anything', {
      reason: 'Ohne die Bilder nicht.',
      next_step: 'Hausarzt',
    }),
    201,
  );
  expect((await takeBack(doctor, caseId)).json<ProblemBody>().code).toBe('not_allowed_now');
});

test('after an accepted appointment the doctor can take the case back to answer', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  const { caseId } = conversation;
  const at = '2099-03-02T09:30:00.000Z';
  const given = bodyOf<Answer>(await answer(house, conversation, 'schedule_appointment', { appointments: [at] }), 201);
  bodyOf(await requestsAs(house.app, patient).post(`/api/answers/${given.id}/appointment`, { starts_at: at }));
  expect(bodyOf<CaseSummary>(await takeBack(doctor, caseId))).toMatchObject({ status: 'with_doctor', turn: 'doctor' });
  expect((await pageOf(house, conversation)).answers[0]?.appointment).toMatchObject({ accepted: at, cancelled: null });
  await answerFinally(house, conversation);
  expect((await takeBack(doctor, caseId)).json<ProblemBody>().code).toBe('not_allowed_now');
});
