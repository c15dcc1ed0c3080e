import type { KeptLetter } from '@konsil/contracts/letters';
import type { Page } from '@konsil/contracts/common';
import { eq } from 'drizzle-orm';
import { accounts, answers, auditRecords, dataKeys, doctorLetters } from '@konsil/server-domain/schema';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { actingAs } from '@konsil/server-domain/database/roles';
import { keepOlderLetters } from '@konsil/server-consultation/letters/older-letters';
import { sweepLetters } from '@konsil/server-consultation/letters/letter-time';
import { eraseDueAccounts } from '@konsil/server-privacy/erasure';
import { dayMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, answerFinally, bodyOf, sentCase, type Conversation } from '../support/cases.ts';
import { inviteDoctor, password, requestsAs, signIn, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let doctor: Person;
let other: Person;
beforeAll(async () => {
  house = await testApp();
  [doctor, other] = [await inviteDoctor(house), await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen' })];
});

/** Signs in again: the clock moves by weeks. */
const listed = async (who: Person, query = ''): Promise<KeptLetter[]> => {
  const reader = requestsAs(house.app, await signIn(house.app, who.email));
  return bodyOf<Page<KeptLetter>>(await reader.get(`/api/letters${query}`)).items;
};
const pdfOf = async (who: Person, id: string) =>
  requestsAs(house.app, await signIn(house.app, who.email)).get(`/api/letters/${id}/letter.pdf?language=de`);
const answered = async (by = doctor): Promise<{ conversation: Conversation; id: string }> => {
  const conversation = await sentCase(house, { patient: await signUpPatient(house), doctor: by });
  return { conversation, id: (await answerFinally(house, conversation)).id };
};

test('an answer is a letter of its doctor, the same as the one from the case', async () => {
  const { id } = await answered();
  const [letter] = await listed(doctor);
  expect(letter).toMatchObject({ id, option: 'final_answer', case_name: 'Knoten in der Schilddrüse' });
  const [own, fromCase] = [
    await pdfOf(doctor, id),
    await requestsAs(house.app, await signIn(house.app, doctor.email)).get(`/api/answers/${id}/letter.pdf?language=de`),
  ];
  expect(own.headers['content-type']).toBe('application/pdf');
  expect(own.rawPayload.equals(fromCase.rawPayload)).toBe(true);
});

test('only its doctor reads a letter, and each reading is in the access log', async () => {
  const { conversation, id } = await answered();
  for (const stranger of [other, conversation.patient]) expect((await pdfOf(stranger, id)).statusCode).toBe(404);
  expect((await listed(other)).map((one) => one.id)).not.toContain(id);
  await pdfOf(doctor, id);
  const { items } = bodyOf<{ items: { action: string; result: string }[] }>(
    await requestsAs(house.app, await signIn(house.app, conversation.patient.email)).get(
      `/api/audit/${conversation.patientId}?action=letter.read`,
    ),
  );
  expect(items.map(({ result }) => result)).toEqual(['allowed', 'denied', 'denied']);
});

test('a letter is found by name, case and day', async () => {
  const { id } = await answered(other);
  const found = async (query: string) => (await listed(other, query)).map((one) => one.id);
  const today = dayOf(house.clock.now());
  const [{ patient = '' } = {}] = await listed(other);
  expect(await found(`?search=${encodeURIComponent(patient.slice(0, 4))}`)).toEqual([id]);
  expect(await found('?search=schilddr')).toEqual([id]);
  expect(await found('?search=niemand')).toEqual([]);
  expect(await found(`?from=${today}&to=${today}`)).toEqual([id]);
  expect(await found('?to=2020-01-01')).toEqual([]);
});

test('the request role cannot change a letter', async () => {
  const { id } = await answered();
  const change = house.kernel.db.transaction(
    (tx) =>
      tx
        .update(doctorLetters)
        .set({ sentAt: new Date(0) })
        .where(eq(doctorLetters.id, id)),
    actingAs(doctor.accountId),
  );
  await expect(change).rejects.toThrow();
});

test('a withdrawn answer leaves no letter', async () => {
  const { id } = await answered();
  bodyOf(await requestsAs(house.app, await signIn(house.app, doctor.email)).post(`/api/sendings/${id}/withdraw`, {}));
  expect((await listed(doctor)).map((one) => one.id)).not.toContain(id);
  expect((await pdfOf(doctor, id)).statusCode).toBe(404);
});

test('a letter stays after a hand-over, without the case', async () => {
  const patient = await signUpPatient(house);
  const conversation = await sentCase(house, { patient, doctor: await signedIn(doctor) });
  const { id } = bodyOf<{ id: string }>(
    await answer(house, conversation, 'recommendation_different_physician', { recommended_doctor_id: other.accountId }),
    201,
  );
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/process/${conversation.caseId}/handover`, {
      doctor: other.accountId,
      consent: true,
    }),
  );
  const former = requestsAs(house.app, await signIn(house.app, doctor.email));
  expect((await former.get(`/api/answers/${id}/letter.pdf`)).statusCode).toBe(404);
  expect((await pdfOf(doctor, id)).statusCode).toBe(200);
});

const signedIn = async (person: Person): Promise<Person> => ({
  ...person,
  ...(await signIn(house.app, person.email)),
});

test("a letter stays after the erasure of the patient's account, and nothing else", async () => {
  const patient = await signUpPatient(house);
  const conversation = await sentCase(house, { patient, doctor: await signedIn(doctor) });
  const { id } = await answerFinally(house, conversation);
  const before = await pdfOf(doctor, id);
  await requestsAs(house.app, patient).post('/account/erasure', { current_password: password });
  house.clock.advance(31 * dayMs);
  expect(await eraseDueAccounts(house.kernel)).toBe(1);
  const { db } = house.kernel;
  expect(await db.$count(dataKeys, eq(dataKeys.ownerId, conversation.patientId))).toBe(0);
  expect(await db.$count(answers, eq(answers.caseId, conversation.caseId))).toBe(0);
  const after = await pdfOf(doctor, id);
  expect(after.rawPayload.equals(before.rawPayload)).toBe(true);
  expect((await listed(doctor)).map((one) => one.id)).toContain(id);
  const read = await db.select().from(auditRecords).where(eq(auditRecords.chain, conversation.patientId));
  expect(read.at(-1)).toMatchObject({ action: 'letter.list', actorId: doctor.accountId });
});

test('a background job stores letters of older answers once', async () => {
  const by = await inviteDoctor(house);
  const { id } = await answered(by);
  const { db } = house.kernel;
  await db.delete(doctorLetters).where(eq(doctorLetters.id, id));
  await keepOlderLetters(house.kernel);
  await keepOlderLetters(house.kernel);
  expect((await listed(by)).map((one) => one.id)).toEqual([id]);
});

test('a letter is deleted after the legal retention period', async () => {
  const by = await inviteDoctor(house);
  const { id } = await answered(by);
  const kept = () => house.kernel.db.$count(doctorLetters, eq(doctorLetters.id, id));
  house.clock.advance(9.9 * 365 * dayMs);
  await sweepLetters(house.kernel);
  expect(await kept()).toBe(1);
  house.clock.advance(60 * dayMs);
  await sweepLetters(house.kernel);
  expect(await kept()).toBe(0);
  await keepOlderLetters(house.kernel);
  expect(await kept()).toBe(0);
});

test('a letter outlives the legal time while its doctor or patient is on legal hold', async () => {
  const { db } = house.kernel;
  const kept = (id: string) => db.$count(doctorLetters, eq(doctorLetters.id, id));
  for (const holder of ['doctor', 'patient'] as const) {
    const by = await inviteDoctor(house);
    const { conversation, id } = await answered(by);
    const other = await answered(await inviteDoctor(house));
    const held = eq(accounts.id, conversation[holder].accountId);
    await db.update(accounts).set({ heldAt: house.clock.now() }).where(held);
    house.clock.advance(11 * 365 * dayMs);
    await sweepLetters(house.kernel);
    expect([await kept(id), await kept(other.id)]).toEqual([1, 0]);
    // Ended by mistake, it can be placed again for a week.
    await db.update(accounts).set({ heldAt: null, holdEndedAt: house.clock.now() }).where(held);
    await sweepLetters(house.kernel);
    expect(await kept(id)).toBe(1);
    house.clock.advance(8 * dayMs);
    await sweepLetters(house.kernel);
    expect(await kept(id)).toBe(0);
  }
});
