import type { ConsoleClinic } from '@konsil/contracts/console-clinics';
import type { Consent } from '@konsil/contracts/privacy';
import type { SecondLook } from '@konsil/contracts/second-look-schema';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';
import { events } from '@konsil/server-domain/schema';
import { and, arrayContains, sql } from 'drizzle-orm';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, answerFinally, bodyOf, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { aClinic } from '../support/clinics.ts';
import { atConsole, signedInOperator } from '../support/operators.ts';
import { inviteAssistant, inviteDoctor, password, requestsAs, type Person } from '../support/people.ts';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

const as = (person: Person) => requestsAs(house.app, person);
const today = () => dayOf(house.kernel.clock.now());

interface Helped {
  conversation: Conversation;
  helpers: Record<string, Person>;
}
/** A case that a deputy, an assistant and a colleague with a second look may see. */
const helped = async (): Promise<Helped> => {
  const conversation = await sentCase(house);
  const { doctor, patient, caseId } = conversation;
  const helpers = {
    deputy: await inviteDoctor(house),
    assistant: await inviteAssistant(house, doctor),
    colleague: await inviteDoctor(house),
  };
  bodyOf(await as(patient).put(`/api/process/${caseId}/assistants`, { allows: true }));
  const away = { from: today(), to: addDays(today(), 9), deputy: helpers.deputy.accountId };
  bodyOf(await as(doctor).post('/api/absences', away), 201);
  const [deputy] = (await pageOf(house, conversation, patient)).deputies ?? [];
  bodyOf(await as(patient).post(`/api/deputies/${deputy?.id}/consent`, { agrees: true }));
  const asked = { colleague: helpers.colleague.accountId, question: 'Operieren?' };
  const { id } = bodyOf<SecondLook>(await as(doctor).post(`/api/process/${caseId}/second-looks`, asked), 201);
  bodyOf(await as(patient).post(`/api/second-looks/${id}/consent`, { agrees: true }));
  return { conversation, helpers };
};

const eventsFor = ({ accountId }: Person, { caseId }: Conversation) =>
  house.kernel.db.$count(
    events,
    and(arrayContains(events.accountIds, [accountId]), sql`${events.payload}->>'case_id' = ${caseId}`),
  );
/** Runs a step; returns the names of the people whose open pages get an event. */
const toldOf = async ({ conversation, helpers }: Helped, step: () => Promise<unknown>): Promise<string[]> => {
  const counts = () => Promise.all(Object.values(helpers).map((person) => eventsFor(person, conversation)));
  const before = await counts();
  await step();
  const after = await counts();
  return Object.keys(helpers).filter((_, index) => (after[index] ?? 0) > (before[index] ?? 0));
};
const everyHelper = ['deputy', 'assistant', 'colleague'];

const withdrawConsent = async ({ patient, caseId }: Conversation) => {
  const given = bodyOf<Consent[]>(await as(patient).get('/account/consents')).find(
    ({ kind, case_id: id }) => kind === 'send_to_doctor' && id === caseId,
  );
  bodyOf(await as(patient).post(`/account/consents/${given?.id}/withdraw`, {}));
};

test('open pages of all helpers learn that the patient withdrew the consent', async () => {
  const theirs = await helped();
  expect(await toldOf(theirs, () => withdrawConsent(theirs.conversation))).toEqual(everyHelper);
});

test('open pages of all helpers learn that the patient deletes the account', async () => {
  const theirs = await helped();
  const erase = () => as(theirs.conversation.patient).post('/account/erasure', { current_password: password });
  expect(await toldOf(theirs, async () => bodyOf(await erase()))).toEqual(everyHelper);
});

test('open pages of all helpers learn that the case goes to another doctor', async () => {
  const theirs = await helped();
  const { conversation } = theirs;
  const next = await inviteDoctor(house);
  const recommendation = { recommended_doctor_id: next.accountId };
  bodyOf(await answer(house, conversation, 'recommendation_different_physician', recommendation), 201);
  const handOver = () =>
    as(conversation.patient).post(`/api/process/${conversation.caseId}/handover`, {
      doctor: next.accountId,
      consent: true,
    });
  expect(await toldOf(theirs, async () => bodyOf(await handOver()))).toEqual(everyHelper);
});

/** A case in the pool of a clinic with another doctor. */
const inPool = async (): Promise<Helped> => {
  const operator = await signedInOperator(house, ['doctors']);
  const atClinics = (path: string, body: object) =>
    atConsole(house, operator).post(`/api/console/clinics${path}`, body);
  const conversation = await sentCase(house);
  const { doctor, patient, caseId } = conversation;
  const other = await inviteDoctor(house);
  const { id: clinic } = bodyOf<ConsoleClinic>(await atClinics('', aClinic()), 201);
  for (const { accountId } of [doctor, other])
    bodyOf(await atClinics(`/${clinic}/doctors`, { doctor: accountId, site: null, belongs: true }));
  bodyOf(await atClinics(`/${clinic}/pool`, { on: true }));
  bodyOf(await as(patient).put(`/api/process/${caseId}/pool/consent`, { clinic, allows: true }));
  bodyOf(await as(doctor).put(`/api/process/${caseId}/pool`, { clinic }));
  return { conversation, helpers: { other } };
};

test('open pages of the doctors of a pool learn that the patient withdrew the consent', async () => {
  const theirs = await inPool();
  expect(await toldOf(theirs, () => withdrawConsent(theirs.conversation))).toEqual(['other']);
});

test('open pages of the doctors of a pool learn that its doctor answered', async () => {
  const theirs = await inPool();
  expect(await toldOf(theirs, () => answerFinally(house, theirs.conversation))).toEqual(['other']);
});
