import type { CaseSummary } from '@konsil/contracts/cases';
import type { Doctor } from '@konsil/contracts/doctors';
import type { Consent } from '@konsil/contracts/privacy';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer, RequestPreview } from '@konsil/contracts/requests';
import { dayMs, later } from '@konsil/server-platform/clock';
import { installationChains } from '@konsil/server-platform/audit/installation-chains';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, bodyOf, newCase, pageOf, send, sentCase, type Conversation } from '../support/cases.ts';
import { interleave } from '../support/other-transaction.ts';
import { requestsAs, inviteDoctor, password, signUpPatient, type Person } from '../support/people.ts';
import { eraseForOwner } from '@konsil/server-privacy/erasure';

let house: TestApp;
let patient: Person;
let other: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, other] = [await signUpPatient(house), await inviteDoctor(house)];
});

const askForErasure = (person: Person) =>
  requestsAs(house.app, person).post('/account/erasure', { current_password: password });
const keep = (person: Person) => requestsAs(house.app, person).delete('/account/erasure');
const mine = () => requestsAs(house.app, patient);
const codeOf = (call: Awaited<ReturnType<typeof send>>) => call.json<ProblemBody>().code;
const handOver = ({ caseId }: Conversation, to: Person) =>
  mine().post(`/api/process/${caseId}/handover`, { doctor: to.accountId, consent: true });
const share = ({ caseId }: Conversation) => mine().post(`/api/process/${caseId}/share`, { consent: true });
const listed = async ({ accountId }: Person) =>
  bodyOf<Doctor[]>(await mine().get('/api/doctors')).some(({ id }) => id === accountId);
const preview = async ({ caseId }: Conversation) =>
  bodyOf<RequestPreview>(await mine().get(`/api/process/${caseId}/preview`));
const draftFor = async (doctor: Person): Promise<Conversation> => {
  const draft = await newCase(house, { patient, doctor });
  await addLetter(house, draft);
  return draft;
};
const unshare = async ({ caseId }: Conversation) => {
  const consent = bodyOf<Consent[]>(await mine().get('/account/consents')).find(
    ({ case_id, withdrawn_at }) => case_id === caseId && !withdrawn_at,
  );
  bodyOf(await mine().post(`/account/consents/${consent?.id}/withdraw`));
};

test('a doctor with a planned erasure gets no new cases until it is cancelled', async () => {
  const doctor = await inviteDoctor(house);
  const [draft, unshared, recommended] = [
    await draftFor(doctor),
    await sentCase(house, { patient, doctor }),
    await sentCase(house, { patient }),
  ];
  await unshare(unshared);
  bodyOf(
    await answer(house, recommended, 'recommendation_different_physician', { recommended_doctor_id: doctor.accountId }),
    201,
  );
  bodyOf(await askForErasure(doctor));

  expect(await listed(doctor)).toBe(false);
  expect(await pageOf(house, draft, patient)).toMatchObject({ doctor: { accepts_cases: false, left: false } });
  expect((await preview(draft)).missing).toContain('doctor_unavailable');
  expect(codeOf(await send(house, draft))).toBe('doctor_unavailable');
  expect(codeOf(await share(unshared))).toBe('doctor_unavailable');
  expect((await pageOf(house, recommended, patient)).answers[0]?.recommended_doctor).toMatchObject({ left: true });
  expect((await handOver(recommended, doctor)).json<ProblemBody>().errors).toMatchObject([
    { path: 'doctor', code: 'doctorMissing' },
  ]);
  const newForThem = await mine().post('/api/process', {
    case_name: 'Knie',
    patient: draft.patientId,
    doctor: doctor.accountId,
    diagnosis: 'Knieschmerz',
    medical_history: 'Seit März',
  });
  expect(newForThem.json<ProblemBody>().errors).toMatchObject([{ path: 'doctor', code: 'doctorMissing' }]);
  const recommends = await sentCase(house, { patient });
  expect(
    (
      await answer(house, recommends, 'recommendation_different_physician', { recommended_doctor_id: doctor.accountId })
    ).json<ProblemBody>().errors,
  ).toMatchObject([{ path: 'recommended_doctor_id' }]);

  bodyOf(await keep(doctor));
  expect(await listed(doctor)).toBe(true);
  expect((await preview(draft)).missing).not.toContain('doctor_unavailable');
  expect(
    [await send(house, draft), await share(unshared), await handOver(recommended, doctor)].map(
      ({ statusCode }) => statusCode,
    ),
  ).toEqual([201, 200, 200]);
});

test('a doctor with a planned erasure still gets messages and requests, and answers', async () => {
  const conversation = await sentCase(house, { patient });
  bodyOf(await askForErasure(conversation.doctor));
  expect(await pageOf(house, conversation, patient)).toMatchObject({
    turn: 'doctor',
    shared: true,
    doctor: { left: false },
  });
  bodyOf(await mine().post(`/api/messages/${conversation.caseId}`, { subject: 'Frage', message: 'Noch da?' }), 201);
  await addLetter(house, conversation);
  expect((await preview(conversation)).missing).not.toContain('doctor_unavailable');
  bodyOf(await send(house, conversation), 201);
  bodyOf(await answer(house, conversation, 'question_to_patient', { deadline: '2099-01-31' }, 'answer_question'), 201);
});

test('a case with a withdrawn consent cannot return to a doctor who is leaving', async () => {
  const conversation = await sentCase(house, { patient });
  await unshare(conversation);
  expect((await pageOf(house, conversation, patient)).doctor.left).toBe(false);
  bodyOf(await askForErasure(conversation.doctor));
  expect((await pageOf(house, conversation, patient)).doctor.left).toBe(true);
  expect(bodyOf<CaseSummary>(await handOver(conversation, other))).toMatchObject({
    status: 'with_doctor',
    shared: true,
    doctor: { id: other.accountId },
  });
});

test("no appointment can be agreed after the doctor's last day", async () => {
  const [before, after] = [later(new Date(), 3 * dayMs).toISOString(), later(new Date(), 40 * dayMs).toISOString()];
  const propose = (conversation: Conversation, appointments: string[]) =>
    answer(house, conversation, 'schedule_appointment', { appointments, deadline: '2099-01-31' }, 'book_appointment');
  const accept = ({ id }: Answer, starts_at: string) => mine().post(`/api/answers/${id}/appointment`, { starts_at });
  const doctor = await inviteDoctor(house);
  const [proposed, asked] = [await sentCase(house, { patient, doctor }), await sentCase(house, { patient, doctor })];
  const given = bodyOf<Answer>(await propose(proposed, [before, after]), 201);
  bodyOf(await askForErasure(doctor));
  expect(codeOf(await accept(given, after))).toBe('doctor_unavailable');
  bodyOf(await accept(given, before));
  expect((await propose(asked, [before, after])).json<ProblemBody>().errors).toMatchObject([
    { path: 'appointments.1', code: 'appointmentAfterErasure' },
  ]);
  bodyOf(await propose(asked, [before]), 201);
});

test('a case already being sent arrives; one sent after the request is refused', async () => {
  const doctor = await inviteDoctor(house);
  const [draft, before] = [await draftFor(doctor), await draftFor(doctor)];
  const [arrived, asked] = await interleave(
    house,
    before.patientId,
    () => send(house, before),
    () => askForErasure(doctor),
  );
  expect([arrived.statusCode, asked.statusCode]).toEqual([201, 200]);
  expect(await pageOf(house, before, doctor)).toMatchObject({ turn: 'doctor' });
  bodyOf(await keep(doctor));
  // By email, and therefore with an audit entry at the end.
  const [until, refused] = await interleave(
    house,
    installationChains,
    () => eraseForOwner(house.kernel, doctor.email, false),
    () => send(house, draft),
  );
  expect([until, codeOf(refused)]).toEqual([{ day: expect.any(Date), held: false }, 'doctor_unavailable']);
});

test('a doctor sees the consequences for their cases, and can cancel', async () => {
  const doctor = await inviteDoctor(house);
  bodyOf(await askForErasure(doctor));
  const [letter] = (await house.outbox(doctor.email)).filter(({ subject }) => subject === 'Ihr Konto wird gelöscht');
  expect(letter?.text).toMatch(/bekommen Sie keine neuen Fälle.*„Konto“ zurücknehmen/s);
  expect(letter?.text).not.toMatch(/Datenschutz“/);
});
