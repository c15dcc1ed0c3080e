import type { Consent } from '@konsil/contracts/privacy';
import { installationChains } from '@konsil/server-platform/audit/installation-chains';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, bodyOf, newCase, pageOf, send, sentCase, type Conversation } from '../support/cases.ts';
import { interleave } from '../support/other-transaction.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { deactivateDoctor } from '@konsil/server-consultation/doctors/invitations';

let house: TestApp;
let patient: Person;
beforeAll(async () => {
  house = await testApp();
  patient = await signUpPatient(house);
});

const leave = ({ email }: Person) => deactivateDoctor(house.kernel, email);
const draftFor = async (doctor: Person): Promise<Conversation> => {
  const draft = await newCase(house, { patient, doctor });
  await addLetter(house, draft);
  return draft;
};

/** The ways a case gets to a doctor: the setup, and the request. */
const ways = {
  'a first request': async (doctor: Person) => {
    const draft = await draftFor(doctor);
    return { caseId: draft.caseId, patientId: draft.patientId, call: () => send(house, draft) };
  },
  'a hand-over': async (doctor: Person) => {
    const { caseId, patientId, doctor: before } = await sentCase(house, { patient });
    await leave(before);
    return {
      caseId,
      patientId,
      call: () =>
        requestsAs(house.app, patient).post(`/api/process/${caseId}/handover`, {
          doctor: doctor.accountId,
          consent: true,
        }),
    };
  },
  'a case that is shared again': async (doctor: Person) => {
    const { caseId, patientId } = await sentCase(house, { patient, doctor });
    const consent = bodyOf<Consent[]>(await requestsAs(house.app, patient).get('/account/consents')).find(
      ({ case_id }) => case_id === caseId,
    );
    bodyOf(await requestsAs(house.app, patient).post(`/account/consents/${consent?.id}/withdraw`));
    return {
      caseId,
      patientId,
      call: () => requestsAs(house.app, patient).post(`/api/process/${caseId}/share`, { consent: true }),
    };
  },
};
const named = Object.entries(ways);

test.each(named)(
  '%s under way when its doctor is deactivated stays open and notifies the patient',
  async (_, prepare) => {
    const doctor = await inviteDoctor(house);
    const { caseId, patientId, call } = await prepare(doctor);
    const told = async () => (await house.outbox(patient.email)).filter(({ text }) => /andere Ärzt/.test(text)).length;
    const before = await told();
    const [sent, open] = await interleave(house, patientId, call, () => leave(doctor));
    expect([sent.statusCode < 300, open, await told()]).toEqual([true, 1, before + 1]);
    expect(await pageOf(house, { caseId, patientId, patient, doctor }, patient)).toMatchObject({
      turn: 'patient',
      doctor: { id: doctor.accountId, left: true },
    });
  },
);

test.each(named)("%s during the doctor's deactivation is refused", async (_, prepare) => {
  const doctor = await inviteDoctor(house);
  const { caseId, patientId, call } = await prepare(doctor);
  const before = await pageOf(house, { caseId, patientId, patient, doctor }, patient);
  const [open, sent] = await interleave(house, installationChains, () => leave(doctor), call);
  expect([open, sent.json().code]).toEqual([0, expect.stringMatching(/^(doctor_unavailable|invalid)$/)]);
  expect(await pageOf(house, { caseId, patientId, patient, doctor }, patient)).toMatchObject({
    status: before.status,
    shared: before.shared,
    timeline: before.timeline,
  });
});

test('counts each of many concurrent requests as open or refused', async () => {
  for (let round = 0; round < 4; round += 1) {
    const doctor = await inviteDoctor(house);
    const drafts: Conversation[] = [];
    for (let at = 0; at < 6; at += 1) drafts.push(await draftFor(doctor));
    const early = drafts.slice(0, round + 1).map((draft) => send(house, draft));
    const leaving = leave(doctor);
    const answers = await Promise.all([...early, ...drafts.slice(round + 1).map((draft) => send(house, draft))]);
    const sent = answers.filter(({ statusCode }) => statusCode === 201);
    expect(await leaving).toBe(sent.length);
    for (const refused of answers.filter((one) => !sent.includes(one)))
      expect(refused.json()).toMatchObject({ status: 409, code: 'doctor_unavailable' });
  }
});
