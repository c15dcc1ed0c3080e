import type { Consent } from '@konsil/contracts/privacy';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { RequestPreview } from '@konsil/contracts/requests';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, bodyOf, newCase, pageOf, send, sentCase, type Conversation } from '../support/cases.ts';
import { withOtherTransaction, interleave } from '../support/other-transaction.ts';
import { requestsAs, inviteDoctor, password, signUpPatient, type Person } from '../support/people.ts';
import { deactivateDoctor } from '@konsil/server-consultation/doctors/invitations';
import { eraseAccount } from '@konsil/server-privacy/erase-account';

let house: TestApp;
let doctor: Person;
let other: Person;
beforeAll(async () => {
  house = await testApp();
  [doctor, other] = [await inviteDoctor(house), await inviteDoctor(house)];
});

const askForErasure = (person: Person) =>
  requestsAs(house.app, person).post('/account/erasure', { current_password: password });
const keep = (person: Person) => requestsAs(house.app, person).delete('/account/erasure');
const withdraw = async (person: Person) => {
  const general = bodyOf<Consent[]>(await requestsAs(house.app, person).get('/account/consents')).find(
    ({ kind, withdrawn_at }) => kind === 'health_data' && !withdrawn_at,
  );
  return requestsAs(house.app, person).post(`/account/consents/${general?.id}/withdraw`);
};
const draftOf = async (given: Partial<Conversation>): Promise<Conversation> => {
  const draft = await newCase(house, { doctor, ...given });
  await addLetter(house, draft);
  return draft;
};
const codeOf = (call: Awaited<ReturnType<typeof send>>) => call.json<ProblemBody>().code;
const isSeen = async ({ caseId }: Conversation, by = doctor) =>
  (await requestsAs(house.app, by).get(`/api/processoverview/${caseId}`)).statusCode === 200;

/** A patient with a case in each state before a doctor, and the requests that would send it. */
const aLife = async () => {
  const patient = await signUpPatient(house);
  const draft = await draftOf({ patient });
  const { patientId } = draft;
  const [sent, recommended, left] = [
    await sentCase(house, { patient, doctor, patientId }),
    await sentCase(house, { patient, doctor, patientId }),
    await sentCase(house, { patient, patientId }),
  ];
  bodyOf(
    await answer(house, recommended, 'recommendation_different_physician', { recommended_doctor_id: other.accountId }),
    201,
  );
  await deactivateDoctor(house.kernel, left.doctor.email);
  const mine = requestsAs(house.app, patient);
  const handOver = ({ caseId }: Conversation) =>
    mine.post(`/api/process/${caseId}/handover`, { doctor: other.accountId, consent: true });
  const calls = [
    () => send(house, draft),
    () => mine.post(`/api/process/${sent.caseId}/share`, { consent: true }),
    () => handOver(recommended),
    () => handOver(left),
  ];
  const share = async () => {
    const answers = [];
    for (const call of calls) answers.push(await call());
    return answers;
  };
  const seen = async () => [
    await isSeen(draft),
    await isSeen(sent),
    await isSeen(recommended, other),
    await isSeen(left, other),
  ];
  return { patient, draft, share, seen };
};
const nobody = [false, false, false, false];

test('with a planned erasure no case reaches a doctor; after cancelling each does', async () => {
  const { patient, draft, share, seen } = await aLife();
  bodyOf(await askForErasure(patient));
  expect((await share()).map(codeOf)).toEqual(Array(4).fill('erasure_planned'));
  const preview = async () =>
    bodyOf<RequestPreview>(await requestsAs(house.app, patient).get(`/api/process/${draft.caseId}/preview`));
  expect((await preview()).missing).toContain('erasure_planned');
  expect(await seen()).toEqual(nobody);
  bodyOf(await keep(patient));
  expect((await preview()).missing).not.toContain('erasure_planned');
  expect((await share()).map(({ statusCode }) => statusCode)).toEqual([201, 200, 200, 200]);
  expect(await seen()).toEqual([true, true, true, true]);
});

test('no case reaches a doctor after the health data consent was given again', async () => {
  const { patient, share, seen } = await aLife();
  bodyOf(await askForErasure(patient));
  bodyOf(await withdraw(patient));
  expect((await share()).map(codeOf)).toEqual(Array(4).fill('consent_withdrawn'));
  bodyOf(await requestsAs(house.app, patient).post('/account/consents', { consent: true }), 201);
  expect((await share()).map(codeOf)).toEqual(Array(4).fill('erasure_planned'));
  expect(await seen()).toEqual(nobody);
});

const ends = {
  'the erasure is asked for': { end: askForErasure, code: 'erasure_planned' },
  'the consent to health data is withdrawn': { end: withdraw, code: 'consent_withdrawn' },
};
const named = Object.entries(ends);

test.each(named)('a request running while %s ends unshared', async (_, { end }) => {
  const draft = await draftOf({ patient: await signUpPatient(house) });
  const [sent, ended] = await interleave(
    house,
    draft.patientId,
    () => send(house, draft),
    () => end(draft.patient),
  );
  expect([sent.statusCode, ended.statusCode]).toEqual([201, 200]);
  expect(await pageOf(house, draft, draft.patient)).toMatchObject({ status: 'with_doctor', shared: false });
  expect(await isSeen(draft)).toBe(false);
});

test.each(named)('a request sent while %s has no effect', async (_, { end, code }) => {
  const { patient, patientId } = await sentCase(house, { doctor });
  const draft = await draftOf({ patient, patientId });
  const [ended, sent] = await interleave(
    house,
    patientId,
    () => end(patient),
    () => send(house, draft),
  );
  expect([ended.statusCode, codeOf(sent)]).toEqual([200, code]);
  expect(await pageOf(house, draft, patient)).toMatchObject({ status: 'draft', shared: false });
});

test('a submission during the withdrawal of the health data consent is dropped', async () => {
  const { patient, patientId, caseId } = await sentCase(house, { doctor });
  const write = () =>
    requestsAs(house.app, patient).post(`/api/generalprocessforms/${caseId}`, {
      diagnosis: 'Etwas anderes',
      medical_history: 'Seit März',
      questions: [],
    });
  const [withdrawn, written] = await interleave(house, patientId, () => withdraw(patient), write);
  expect([withdrawn.statusCode, codeOf(written)]).toEqual([200, 'consent_withdrawn']);
  expect((await requestsAs(house.app, patient).get(`/api/processoverview/${caseId}`)).json()).toMatchObject({
    diagnosis: 'Knoten rechts, 23 mm',
  });
});

test("a request running during the account's erasure is erased with it, no deadlock", async () => {
  const draft = await draftOf({ patient: await signUpPatient(house) });
  const [sent, erased] = await withOtherTransaction(house, async (holder) => {
    await holder.query('select 1 from accounts where id = $1 for no key update', [doctor.accountId]);
    const sending = send(house, draft);
    await holder.untilSomeoneWaits();
    const erasing = eraseAccount(house.kernel, draft.patient.accountId, () => true);
    await holder.untilSomeoneWaits(2);
    await holder.commit();
    return Promise.all([sending, erasing]);
  });
  expect([sent.statusCode, erased]).toEqual([201, true]);
  expect(await isSeen(draft)).toBe(false);
});

test("a message during its doctor's erasure arrives, without a deadlock", async () => {
  const conversation = await sentCase(house);
  const [written, erased] = await withOtherTransaction(house, async (holder) => {
    // It has locked the case, but not yet its doctor.
    await holder.query('select 1 from accounts where id = $1 for update', [conversation.patient.accountId]);
    const writing = requestsAs(house.app, conversation.patient).post(
      `/api/messages/${conversation.caseId}`,
      { subject: 'Frage', message: 'Noch da?' },
      { 'idempotency-key': 'message-to-one-who-leaves' },
    );
    await holder.untilSomeoneWaits();
    const erasing = eraseAccount(house.kernel, conversation.doctor.accountId, () => true);
    await holder.untilSomeoneWaits(2);
    await holder.commit();
    return Promise.all([writing, erasing]);
  });
  expect([written.statusCode, erased]).toEqual([201, true]);
});

test('a record changed during the erasure is erased with it', async () => {
  const { patient, patientId, caseId } = await sentCase(house, { doctor });
  const record = bodyOf<Record<string, unknown>>(
    await requestsAs(house.app, patient).get(`/api/patients/${patientId}`),
  );
  const [changed, erased] = await withOtherTransaction(house, async (holder) => {
    await holder.query('select 1 from cases where id = $1 for no key update', [caseId]);
    const changing = requestsAs(house.app, patient).put(`/api/patients/${patientId}`, {
      ...record,
      first_name: 'Paula',
    });
    await holder.untilSomeoneWaits();
    const erasing = eraseAccount(house.kernel, patient.accountId, () => true);
    await holder.untilSomeoneWaits(2);
    await holder.commit();
    return Promise.all([changing, erasing]);
  });
  expect([changed.statusCode, erased]).toEqual([200, true]);
});
