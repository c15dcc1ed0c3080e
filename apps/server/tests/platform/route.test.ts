import type { Message } from '@konsil/contracts/messages';
import { testApp, type TestApp } from '../support/app.ts';
import { withOtherTransaction } from '../support/other-transaction.ts';
import { bodyOf, pageOf, sentCase } from '../support/cases.ts';
import { requestsAs } from '../support/people.ts';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

test('a request aborted by a deadlock is retried once', async () => {
  const conversation = await sentCase(house);
  const { caseId, patient } = conversation;
  const chain = (await pageOf(house, conversation, patient)).patient.id;
  await withOtherTransaction(house, async (other) => {
    // The request has the case and waits for the audit chain; the other transaction vice versa.
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 4715))', [chain]);
    const call = requestsAs(house.app, patient).post(`/api/messages/${caseId}`, {
      subject: 'Termin',
      message: 'Wann soll ich kommen?',
    });
    await other.untilSomeoneWaits();
    await other.query('update cases set last_activity_at = now() where id = $1', [caseId]);
    await other.commit();
    bodyOf<Message>(await call, 201);
  });
  const { items } = bodyOf<{ items: Message[] }>(
    await requestsAs(house.app, patient).get(`/api/messagesoverview/${caseId}`),
  );
  expect(items.map(({ subject }) => subject)).toEqual(['Termin']);
});
