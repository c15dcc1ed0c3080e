import type { Consent } from '@konsil/contracts/privacy';
import { eq } from 'drizzle-orm';
import { documents } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, bodyOf, newCase, pageOf, send, sentCase, type Conversation } from '../support/cases.ts';
import { interleave } from '../support/other-transaction.ts';
import { requestsAs } from '../support/people.ts';
import { details } from '../support/upload.ts';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

const withdraw = async ({ patient, caseId }: Conversation) => {
  const consent = bodyOf<Consent[]>(await requestsAs(house.app, patient).get('/account/consents')).find(
    ({ case_id }) => case_id === caseId,
  );
  return requestsAs(house.app, patient).post(`/account/consents/${consent?.id}/withdraw`);
};
const todo = {
  title: 'Labor',
  content: 'TSH nachreichen',
  deadline: '2099-01-31',
  priority: 'normal',
  assignee: 'patient',
};
const letter = { subject: 'Rückfrage', message: 'Seit wann?' };

/** A doctor's changes of existing objects, with their new text. */
const changes = {
  'a to-do': async ({ doctor, caseId }: Conversation) => {
    const { id } = bodyOf<{ id: string }>(
      await requestsAs(house.app, doctor).post(`/api/aufgaben/${caseId}`, todo),
      201,
    );
    return () => requestsAs(house.app, doctor).put(`/api/aufgaben/${id}`, { content: 'danach' });
  },
  'a message': async ({ doctor, caseId }: Conversation) => {
    const { id } = bodyOf<{ id: string }>(
      await requestsAs(house.app, doctor).post(`/api/messages/${caseId}`, letter),
      201,
    );
    return () => requestsAs(house.app, doctor).put(`/api/messages/${id}`, { message: 'danach' });
  },
  'a document': async (conversation: Conversation) => {
    const id = await addLetter(house, conversation, conversation.doctor);
    return () =>
      requestsAs(house.app, conversation.doctor).post(`/api/metadata/${id}`, { ...details(), source_name: 'danach' });
  },
};

test.each(Object.entries(changes))(
  '%s changed by the doctor during the withdrawal of the consent stays unchanged',
  async (_, prepare) => {
    const conversation = await sentCase(house);
    const change = await prepare(conversation);
    const [withdrawn, changed] = await interleave(house, conversation.patientId, () => withdraw(conversation), change);
    expect([withdrawn.statusCode, changed.statusCode]).toEqual([200, 404]);
  },
);

test('a document archived while its case is sent is not sent with it', async () => {
  const draft = await newCase(house);
  const id = await addLetter(house, draft);
  const [archived, sent] = await interleave(
    house,
    draft.patientId,
    () => requestsAs(house.app, draft.patient).delete(`/api/individualdocument/get/${id}`),
    () => send(house, draft),
  );
  expect([archived.statusCode, sent.json().code]).toEqual([200, 'no_new_documents']);
  expect((await house.kernel.db.select().from(documents).where(eq(documents.id, id)))[0]).toMatchObject({
    sentAt: null,
    requestId: null,
  });
  expect(await pageOf(house, draft, draft.patient)).toMatchObject({ status: 'draft' });
});
