import type { Page } from '@konsil/contracts/common';
import type { ConsoleClinic } from '@konsil/contracts/console-clinics';
import type { PooledCase } from '@konsil/contracts/pools';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Sending } from '@konsil/contracts/sendings';
import { deliverDue } from '@konsil/server-consultation/sendings/deliver';
import { deliveries } from '@konsil/server-consultation/sendings/deliveries';
import { sendings } from '@konsil/server-domain/schema';
import { secondMs } from '@konsil/server-platform/clock';
import { waitUntil } from '@konsil/server-testing/until';
import { and, isNull, lte } from 'drizzle-orm';
import { testApp, type TestApp } from '../support/app.ts';
import { answerFinally, bodyOf, pageOf, sentCase } from '../support/cases.ts';
import { aClinic } from '../support/clinics.ts';
import { atConsole, signedInOperator } from '../support/operators.ts';
import { inviteDoctor, requestsAs, type Person } from '../support/people.ts';

const seconds = 60;
let house: TestApp;
let operator: Person;
beforeAll(async () => {
  house = await testApp({ SEND_UNDO_SECONDS: String(seconds) });
  operator = await signedInOperator(house, ['doctors']);
});

const as = (person: Person) => requestsAs(house.app, person);
const wait = async () => {
  house.clock.advance(seconds * secondMs);
  await deliverDue(house.kernel, deliveries);
  const due = and(isNull(sendings.failed), lte(sendings.dueAt, house.clock.now()));
  await waitUntil(async () => (await house.kernel.db.$count(sendings, due)) === 0);
};
const sendingsOf = async (who: Person) => bodyOf<Sending[]>(await as(who).get('/api/sendings'));

/** A case in the pool of a clinic with two doctors, and an answer of the first one that is held. */
const heldInPool = async () => {
  const [doctor, colleague] = [await inviteDoctor(house), await inviteDoctor(house)];
  const atClinics = (path: string, body: object) =>
    atConsole(house, operator).post(`/api/console/clinics${path}`, body);
  const { id: clinic } = bodyOf<ConsoleClinic>(await atClinics('', aClinic()), 201);
  for (const { accountId } of [doctor, colleague])
    bodyOf(await atClinics(`/${clinic}/doctors`, { doctor: accountId, site: null, belongs: true }));
  bodyOf(await atClinics(`/${clinic}/pool`, { on: true }));
  const conversation = await sentCase(house, { doctor });
  await wait();
  bodyOf(await as(doctor).post(`/api/process/${conversation.caseId}/opened`, {}));
  bodyOf(
    await as(conversation.patient).put(`/api/process/${conversation.caseId}/pool/consent`, { clinic, allows: true }),
  );
  bodyOf(await as(doctor).put(`/api/process/${conversation.caseId}/pool`, { clinic }));
  const inPool = async () => bodyOf<Page<PooledCase>>(await as(colleague).get(`/api/pools/${clinic}/cases`)).items;
  const [stay] = await inPool();
  const given = await answerFinally(house, conversation, { answer: 'Nichts weiter nötig.' });
  const take = () => as(colleague).post(`/api/pooled/${stay?.id}/take`, {});
  return { conversation, doctor, colleague, given, inPool, take };
};

test('a held answer of the previous doctor reaches nobody once a colleague has taken the case', async () => {
  const { conversation, doctor, colleague, given, take } = await heldInPool();
  bodyOf(await take());
  await wait();
  const page = await pageOf(house, conversation, conversation.patient);
  expect(page).toMatchObject({ status: 'with_doctor', answers: [], doctor: { id: colleague.accountId } });
  expect(await sendingsOf(doctor)).toMatchObject([{ id: given.id, case_name: '', failed: 'not_found' }]);
  expect((await as(doctor).post(`/api/sendings/${given.id}/now`, {})).statusCode).toBe(409);
  await answerFinally(house, { ...conversation, doctor: colleague }, { answer: 'Bitte Kontrolle.' });
  await wait();
  expect(await pageOf(house, conversation, conversation.patient)).toMatchObject({
    status: 'answered',
    answers: [{ answer: 'Bitte Kontrolle.' }],
  });
});

test('a case leaves the pool with the delivery of the answer, not before', async () => {
  const { conversation, inPool, take } = await heldInPool();
  expect(await inPool()).toHaveLength(1);
  await wait();
  expect(await inPool()).toEqual([]);
  expect(bodyOf<ProblemBody>(await take(), 404).code).toBe('not_found');
  expect(await pageOf(house, conversation, conversation.patient)).toMatchObject({
    answers: [{ answer: 'Nichts weiter nötig.' }],
  });
});

test('an undone answer leaves the case in the pool', async () => {
  const { doctor, given, inPool, take } = await heldInPool();
  bodyOf(await as(doctor).delete(`/api/sendings/${given.id}`));
  await wait();
  expect(await inPool()).toHaveLength(1);
  bodyOf(await take());
});
