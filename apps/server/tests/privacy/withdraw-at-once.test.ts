import type { Consent } from '@konsil/contracts/privacy';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, bodyOf, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { withOtherTransaction } from '../support/other-transaction.ts';
import { requestsAs, inviteDoctor, password, signUpPatient, type Person } from '../support/people.ts';
import { eraseAccount } from '@konsil/server-privacy/erase-account';

let house: TestApp;
let other: Person;
beforeAll(async () => {
  house = await testApp();
  other = await inviteDoctor(house);
});

const consentsOf = async (patient: Person) =>
  bodyOf<Consent[]>(await requestsAs(house.app, patient).get('/account/consents')).filter(
    ({ withdrawn_at }) => !withdrawn_at,
  );
/** The consent of a case, or the health data consent, which ends all sharing. */
const withdrawal = async ({ patient, caseId }: Pick<Conversation, 'patient'> & { caseId?: string }) => {
  const consent = (await consentsOf(patient)).find(({ case_id, kind }) =>
    caseId ? case_id === caseId : kind === 'health_data',
  );
  return () => requestsAs(house.app, patient).post(`/account/consents/${consent?.id}/withdraw`);
};
const handOver = ({ patient, caseId }: Conversation) =>
  requestsAs(house.app, patient).post(`/api/process/${caseId}/handover`, { doctor: other.accountId, consent: true });
const share = ({ patient, caseId }: Conversation) =>
  requestsAs(house.app, patient).post(`/api/process/${caseId}/share`, { consent: true });
const recommended = async (given: Partial<Conversation> = {}): Promise<Conversation> => {
  const conversation = await sentCase(house, given);
  bodyOf(
    await answer(house, conversation, 'recommendation_different_physician', { recommended_doctor_id: other.accountId }),
    201,
  );
  return conversation;
};

/** Two requests: the first waits for the case, the second for the first. */
const inTurn = <A, B>({ caseId }: Conversation, first: () => Promise<A>, second: () => Promise<B>) =>
  withOtherTransaction(house, async (holder) => {
    await holder.query('select 1 from cases where id = $1 for no key update', [caseId]);
    const one = first();
    await holder.untilSomeoneWaits();
    const two = second();
    await holder.untilSomeoneWaits(2);
    await holder.commit();
    return holder.inNoCircle(Promise.all([one, two]));
  });

test('withdrawing a consent during a hand-over does not deadlock', async () => {
  const conversation = await recommended();
  const [handed, withdrawn] = await inTurn(conversation, () => handOver(conversation), await withdrawal(conversation));
  expect([handed.statusCode, withdrawn.statusCode]).toEqual([200, 200]);
  expect(await pageOf(house, conversation, conversation.patient)).toMatchObject({
    doctor: { id: other.accountId },
    shared: true,
  });
});

test('withdrawing a consent and the health data consent does not deadlock', async () => {
  const conversation = await sentCase(house);
  const [all, one] = await inTurn(
    conversation,
    await withdrawal({ patient: conversation.patient }),
    await withdrawal(conversation),
  );
  expect([all.statusCode, one.statusCode]).toEqual([200, 200]);
  expect(await pageOf(house, conversation, conversation.patient)).toMatchObject({ shared: false });
});

test.each(['of its case', 'to health data'])(
  "withdrawing a consent %s during the account's erasure does not deadlock",
  async (which) => {
    const conversation = await sentCase(house);
    const { patient, caseId } = conversation;
    const [erased, withdrawn] = await inTurn(
      conversation,
      () => eraseAccount(house.kernel, patient.accountId, () => true),
      await withdrawal({ patient, ...(which === 'of its case' && { caseId }) }),
    );
    expect([erased, withdrawn.statusCode]).toEqual([true, expect.not.stringMatching(/^5/)]);
  },
);

test('many concurrent withdrawals, hand-overs and an erasure do not deadlock', async () => {
  for (let round = 0; round < 3; round += 1) {
    const patient = await signUpPatient(house);
    const first = await recommended({ patient });
    const cases = [
      first,
      await recommended({ patient, patientId: first.patientId }),
      await recommended({ patient, patientId: first.patientId }),
    ];
    const withdrawals = await Promise.all(cases.map((one) => withdrawal(one)));
    const general = await withdrawal({ patient });
    const calls = [
      ...withdrawals,
      ...cases.map((one) => () => handOver(one)),
      ...cases.map((one) => () => share(one)),
      ...withdrawals,
      ...(round === 0 ? [] : [general]),
      ...(round === 2
        ? [() => requestsAs(house.app, patient).post('/account/erasure', { current_password: password })]
        : []),
    ];
    const answers = await withOtherTransaction(house, (holder) =>
      holder.inNoCircle(Promise.all(calls.map((call) => call()))),
    );
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    if (round === 0) continue;
    for (const conversation of cases)
      expect(await pageOf(house, conversation, patient)).toMatchObject({ shared: false });
  }
});
