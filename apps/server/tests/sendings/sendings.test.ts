import type { FileLocation } from '@konsil/contracts/documents';
import type { Sending } from '@konsil/contracts/sendings';
import type { Message } from '@konsil/contracts/messages';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer, Request } from '@konsil/contracts/requests';
import { and, eq, isNull, lte } from 'drizzle-orm';
import { auditRecords, caseEvents, drafts, events, notices, outbox, sendings } from '@konsil/server-domain/schema';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { heldContent } from '@konsil/server-domain/sealed/sending';
import { secondMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import {
  addLetter,
  answer,
  bodyOf,
  newCase,
  pageOf,
  withoutPreviews,
  send,
  sentCase,
  type Conversation,
} from '../support/cases.ts';
import { requestsAs, inviteDoctor, password, signUpPatient, type Person } from '../support/people.ts';
import { unzip } from '../support/unzip.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { deliverDue } from '@konsil/server-consultation/sendings/deliver';
import { deliveries } from '@konsil/server-consultation/sendings/deliveries';

const seconds = 60;
let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp({ SEND_UNDO_SECONDS: String(seconds) });
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

/** Ignores concurrent deliveries by the server's own worker, but waits for them. */
const deliverAll = async (...kernels: Kernel[]) => {
  await Promise.all(kernels.map((kernel) => deliverDue(kernel, deliveries)));
  await waitUntil(
    async () =>
      (await house.kernel.db.$count(sendings, and(isNull(sendings.failed), lte(sendings.dueAt, house.clock.now())))) ===
      0,
  );
};
const wait = async (forSeconds: number) => {
  house.clock.advance(forSeconds * secondMs);
  await deliverAll(house.kernel);
};
const openHeld = ({ patientId, sealed }: typeof sendings.$inferSelect) =>
  house.kernel.db.transaction((tx) => house.kernel.vault.open(tx, patientId, heldContent, sealed));
const listed = async (who: Person) => bodyOf<Sending[]>(await requestsAs(house.app, who).get('/api/sendings'));
const takeBack = (who: Person, id: string) => requestsAs(house.app, who).delete(`/api/sendings/${id}`);
const draftOf = async (who: Person, key: string) =>
  bodyOf<{ content: object } | null>(await requestsAs(house.app, who).get(`/account/drafts/${key}`))?.content ?? null;

/** A case opened by its doctor, with everything delivered. */
const delivered = async (): Promise<Conversation> => {
  const conversation = await sentCase(house, { patient, doctor });
  await wait(seconds);
  bodyOf(await requestsAs(house.app, doctor).post(`/api/process/${conversation.caseId}/opened`, {}));
  return conversation;
};
/** Everything that people other than the sender could notice, except previews, which are made meanwhile. */
const traces = async (caseId: string, sender: Person) => {
  const { db } = house.kernel;
  return {
    timeline: await db.$count(caseEvents, eq(caseEvents.caseId, caseId)),
    events: (await db.select().from(events)).filter(
      ({ accountIds, payload }) =>
        payload.type !== 'document_prepared' && accountIds.some((id) => id !== sender.accountId),
    ).length,
    audit: await db.$count(
      auditRecords,
      and(eq(auditRecords.caseId, caseId), eq(auditRecords.actorId, sender.accountId)),
    ),
    notices: await db.$count(notices),
    letters: await db.$count(outbox),
  };
};
const ask = (conversation: Conversation, form = {}) =>
  answer(
    house,
    conversation,
    'question_to_patient',
    { answer: 'Nehmen Sie Hormone?', deadline: '2099-01-31', ...form },
    'answer_question',
  );

test('an answer is delivered after the undo period, and invisible before', async () => {
  const conversation = await delivered();
  const { caseId } = conversation;
  house.clock.stop();
  const page = async () => withoutPreviews(await pageOf(house, conversation, patient));
  const before = { page: await page(), ...(await traces(caseId, doctor)) };
  const given = bodyOf<Answer>(await ask(conversation), 201);
  expect(Date.parse(given.held_until ?? '') - house.clock.now().getTime()).toBeGreaterThan((seconds - 5) * secondMs);
  expect({ page: await page(), ...(await traces(caseId, doctor)) }).toEqual(before);
  await wait(seconds - 5);
  expect(await page()).toEqual(before.page);
  expect(await listed(doctor)).toMatchObject([
    { id: given.id, kind: 'answer', case_id: caseId, case_name: 'Knoten in der Schilddrüse', failed: null },
  ]);
  await wait(5);
  house.clock.goOn();
  const after = await pageOf(house, conversation, patient);
  expect(after).toMatchObject({
    status: 'with_patient',
    open_todos: 1,
    answers: [{ id: given.id, answer: 'Nehmen Sie Hormone?' }],
  });
  expect(after.answers[0]).not.toHaveProperty('held_until');
  expect((await house.outbox(patient.email))[0]?.subject).toBe('Bei Konsil wartet eine Frage auf Sie');
  expect((await traces(caseId, doctor)).audit).toBe(before.audit + 1);
  expect(await listed(doctor)).toEqual([]);
});

test('an undone answer is never visible to the patient, and becomes a draft again', async () => {
  const conversation = await delivered();
  const { caseId } = conversation;
  const before = {
    page: withoutPreviews(await pageOf(house, conversation, patient)),
    ...(await traces(caseId, doctor)),
  };
  const letters = (await house.outbox(patient.email)).length;
  const draft = { option: 'question_to_patient', answer: 'Nehmen Sie Hormone?' };
  const given = bodyOf<Answer>(await ask(conversation, { draft }), 201);
  expect((await takeBack(patient, given.id)).statusCode).toBe(404);
  expect((await takeBack(await inviteDoctor(house), given.id)).statusCode).toBe(404);
  expect(bodyOf(await takeBack(doctor, given.id))).toMatchObject({
    kind: 'answer',
    case_id: caseId,
    body: { answer: 'Nehmen Sie Hormone?' },
  });
  await wait(2 * seconds);
  const { letters: _new, ...after } = {
    page: withoutPreviews(await pageOf(house, conversation, patient)),
    ...(await traces(caseId, doctor)),
  };
  const { letters: _old, ...expected } = before;
  expect({ ...after, events: 0, notices: 0 }).toEqual({ ...expected, events: 0, notices: 0 });
  expect((await house.outbox(patient.email)).length).toBe(letters);
  expect(await draftOf(doctor, `answer:${caseId}`)).toEqual(draft);
  expect((await takeBack(doctor, given.id)).statusCode).toBe(404);
  bodyOf(await ask(conversation), 201);
});

test('a delivered submission cannot be undone', async () => {
  const conversation = await delivered();
  const given = bodyOf<Answer>(await ask(conversation), 201);
  await wait(seconds);
  expect((await takeBack(doctor, given.id)).statusCode).toBe(404);
  expect((await pageOf(house, conversation, patient)).answers).toHaveLength(1);
});

test('the sender can deliver it at once', async () => {
  const conversation = await delivered();
  const given = bodyOf<Answer>(await ask(conversation), 201);
  expect((await requestsAs(house.app, patient).post(`/api/sendings/${given.id}/now`, {})).statusCode).toBe(404);
  bodyOf(await requestsAs(house.app, doctor).post(`/api/sendings/${given.id}/now`, {}));
  expect((await pageOf(house, conversation, patient)).answers).toMatchObject([{ id: given.id }]);
  await wait(seconds);
  expect((await pageOf(house, conversation, patient)).answers).toHaveLength(1);
});

test('errors are reported on submission, not after the undo period', async () => {
  const conversation = await delivered();
  expect((await answer(house, conversation, 'final_answer')).json<ProblemBody>().errors).toMatchObject([
    { code: 'questionOpen' },
  ]);
  expect(await listed(doctor)).toEqual([]);
  bodyOf(await ask(conversation), 201);
  expect((await ask(conversation)).json<ProblemBody>().code).toBe('not_allowed_now');
  await wait(seconds);
});

test('an answer overtaken by a newer request goes back to the doctor as a draft', async () => {
  const conversation = await delivered();
  const { caseId } = conversation;
  const [first] = (await pageOf(house, conversation)).requests;
  await addLetter(house, conversation);
  const request = bodyOf<Request>(await send(house, conversation), 201);
  const given = bodyOf<Answer>(
    await ask(conversation, { request_id: first?.id, draft: { answer: 'Nehmen Sie Hormone?' } }),
    201,
  );
  bodyOf(await requestsAs(house.app, patient).post(`/api/sendings/${request.id}/now`, {}));
  await wait(seconds);
  expect(await pageOf(house, conversation, patient)).toMatchObject({ status: 'with_doctor', answers: [] });
  expect(await listed(doctor)).toMatchObject([{ id: given.id, failed: 'version_conflict' }]);
  bodyOf(await takeBack(doctor, given.id));
  expect(await draftOf(doctor, `answer:${caseId}`)).toEqual({ answer: 'Nehmen Sie Hormone?' });
});

const withdrawConsents = async (
  of: (consent: { kind: string; case_id: string | null; withdrawn_at: string | null }) => boolean,
  who = patient,
) => {
  const given = bodyOf<{ id: string; kind: string; case_id: string | null; withdrawn_at: string | null }[]>(
    await requestsAs(house.app, who).get('/account/consents'),
  );
  bodyOf(await requestsAs(house.app, who).post(`/account/consents/${given.find(of)?.id}/withdraw`, {}));
};
const unshare = (caseId: string) => withdrawConsents(({ case_id }) => case_id === caseId);

test('an answer is deleted when its doctor loses access, who reads that it was not delivered', async () => {
  const conversation = await delivered();
  const { caseId } = conversation;
  const draft = { answer: 'Nehmen Sie Hormone?' };
  const given = bodyOf<Answer>(await ask(conversation, { draft }), 201);
  await unshare(caseId);
  await wait(seconds);
  expect((await pageOf(house, conversation, patient)).answers).toEqual([]);
  expect(await listed(doctor)).toMatchObject([{ id: given.id, kind: 'answer', case_name: '', failed: 'not_found' }]);
  const [row] = await house.kernel.db.select().from(sendings).where(eq(sendings.id, given.id));
  expect(row && (await openHeld(row))).toEqual({ payload: { body: {} }, draft: null });
  expect(bodyOf(await takeBack(doctor, given.id))).toEqual({ kind: 'answer', case_id: caseId, body: {}, lost: true });
  expect(await listed(doctor)).toEqual([]);
  expect(await house.kernel.db.$count(drafts, eq(drafts.caseId, caseId))).toBe(0);
});

test('an answer undone after its doctor lost access does not become a draft', async () => {
  const conversation = await delivered();
  const { caseId } = conversation;
  const given = bodyOf<Answer>(await ask(conversation, { draft: { answer: 'Nehmen Sie Hormone?' } }), 201);
  await unshare(caseId);
  expect(bodyOf(await takeBack(doctor, given.id))).toEqual({ kind: 'answer', case_id: caseId, body: {}, lost: true });
  expect(await house.kernel.db.$count(drafts, eq(drafts.caseId, caseId))).toBe(0);
  await wait(seconds);
  expect(await listed(doctor)).toEqual([]);
});

test('an answer sent at once after its doctor lost access is reported as not delivered', async () => {
  const conversation = await delivered();
  const given = bodyOf<Answer>(await ask(conversation), 201);
  await unshare(conversation.caseId);
  bodyOf(await requestsAs(house.app, doctor).post(`/api/sendings/${given.id}/now`, {}));
  expect(await listed(doctor)).toMatchObject([{ id: given.id, failed: 'not_found' }]);
  bodyOf(await takeBack(doctor, given.id));
});

test('a message of a patient who withdrew the consent to health data is kept for them', async () => {
  const conversation = await delivered();
  const { caseId } = conversation;
  const form = { subject: 'Ihre Frage', message: 'Seit März.' };
  const sent = bodyOf<Message>(
    await requestsAs(house.app, patient).post(`/api/messages/${caseId}`, { ...form, draft: form }),
    201,
  );
  await withdrawConsents(({ kind, withdrawn_at: at }) => kind === 'health_data' && !at);
  await wait(seconds);
  bodyOf(await requestsAs(house.app, patient).post('/account/consents', { consent: true }), 201);
  expect(await listed(patient)).toMatchObject([{ id: sent.id, failed: 'consent_withdrawn' }]);
  bodyOf(await takeBack(patient, sent.id));
  expect(await draftOf(patient, `message:${caseId}`)).toEqual(form);
});

test('a message of somebody who acted for the patient is deleted when they lose the case', async () => {
  const [owner, daughter] = [await signUpPatient(house), await signUpPatient(house)];
  const { patientId, caseId } = await sentCase(house, { patient: owner, doctor });
  const invited = { email: daughter.email, until: null, role: 'act' };
  const { id: reader } = bodyOf<{ id: string }>(
    await requestsAs(house.app, owner).post(`/api/patients/${patientId}/readers`, invited),
    201,
  );
  bodyOf(await requestsAs(house.app, daughter).post(`/api/readers/${reader}/answer`, { accepts: true }));
  await wait(seconds);
  const form = { subject: 'Ihre Frage', message: 'Seit März.' };
  const { id } = bodyOf<Message>(await requestsAs(house.app, daughter).post(`/api/messages/${caseId}`, form), 201);
  await withdrawConsents(({ kind }) => kind === 'health_data', daughter);
  await wait(seconds);
  bodyOf(await requestsAs(house.app, daughter).post('/account/consents', { consent: true }), 201);
  expect(await listed(daughter)).toMatchObject([{ id, case_name: '', failed: 'not_found' }]);
});

test('an undone message keeps text written after it', async () => {
  const conversation = await delivered();
  const { caseId } = conversation;
  const form = { subject: 'Ihre Frage', message: 'Seit März.' };
  const sent = bodyOf<Message>(
    await requestsAs(house.app, patient).post(`/api/messages/${caseId}`, { ...form, draft: form }),
    201,
  );
  const inbox = async () =>
    bodyOf<{ items: Message[] }>(await requestsAs(house.app, doctor).get(`/api/messagesoverview/${caseId}`)).items;
  expect(await inbox()).toEqual([]);
  bodyOf(
    await requestsAs(house.app, patient).put(`/account/drafts/message:${caseId}`, {
      content: { subject: '', message: 'Noch etwas.' },
    }),
  );
  bodyOf(await takeBack(patient, sent.id));
  await wait(seconds);
  expect(await inbox()).toEqual([]);
  expect(await draftOf(patient, `message:${caseId}`)).toEqual({
    subject: 'Ihre Frage',
    message: 'Seit März.\n\nNoch etwas.',
  });
  const again = bodyOf<Message>(await requestsAs(house.app, patient).post(`/api/messages/${caseId}`, form), 201);
  await wait(seconds);
  expect(await inbox()).toMatchObject([{ id: again.id, message: 'Seit März.' }]);
});

test('an undone first request never reached the doctor; later documents wait', async () => {
  const conversation = await newCase(house, { patient, doctor });
  const { caseId } = conversation;
  await addLetter(house, conversation);
  const sent = bodyOf<Request>(await send(house, conversation), 201);
  expect((await requestsAs(house.app, doctor).get(`/api/processoverview/${caseId}`)).statusCode).toBe(404);
  bodyOf(await takeBack(patient, sent.id));
  await wait(seconds);
  expect((await requestsAs(house.app, doctor).get(`/api/processoverview/${caseId}`)).statusCode).toBe(404);
  expect(await pageOf(house, conversation, patient)).toMatchObject({ status: 'draft', requests: [] });
  const again = bodyOf<Request>(await send(house, conversation), 201);
  await addLetter(house, conversation);
  await wait(seconds);
  expect((await pageOf(house, conversation)).documents).toHaveLength(1);
  expect((await pageOf(house, conversation)).requests).toMatchObject([
    { id: again.id, document_ids: again.document_ids },
  ]);
});

test("the export contains the owner's held submissions, and none of the other side", async () => {
  const conversation = await delivered();
  const { caseId } = conversation;
  const given = bodyOf<Answer>(await ask(conversation), 201);
  const sent = bodyOf<Message>(
    await requestsAs(house.app, patient).post(`/api/messages/${caseId}`, {
      subject: 'Ihre Frage',
      message: 'Seit März.',
    }),
    201,
  );
  const exportOf = async (who: Person) => {
    const { Filelocation } = bodyOf<FileLocation>(
      await requestsAs(house.app, who).post('/account/export', { current_password: password }),
    );
    const members = await unzip((await house.app.inject({ url: new URL(Filelocation).pathname })).rawPayload);
    return (JSON.parse(String(members.get('data.json'))) as { sendings: object[] }).sendings;
  };
  expect(await exportOf(patient)).toMatchObject([
    {
      id: sent.id,
      kind: 'message',
      case_id: caseId,
      failed: null,
      content: { subject: 'Ihre Frage', message: 'Seit März.' },
    },
  ]);
  expect(await exportOf(doctor)).toMatchObject([
    { id: given.id, kind: 'answer', case_id: caseId, content: { answer: 'Nehmen Sie Hormone?' } },
  ]);
  await wait(seconds);
  expect(await exportOf(patient)).toEqual([]);
});

test('several processes deliver a message once, also after one was killed', async () => {
  const conversation = await delivered();
  const { caseId } = conversation;
  for (let index = 0; index < 5; index += 1)
    bodyOf(
      await requestsAs(house.app, patient).post(`/api/messages/${caseId}`, {
        subject: `Nr. ${index}`,
        message: 'Guten Tag',
      }),
      201,
    );
  const other = await house.secondProcess();
  house.clock.advance(seconds * secondMs);
  await deliverAll(house.kernel, other.kernel, house.kernel, other.kernel);
  expect(
    bodyOf<{ total: number }>(await requestsAs(house.app, doctor).get(`/api/messagesoverview/${caseId}`)).total,
  ).toBe(5);
});

test('a message held before the clock was set back is not held for a day', async () => {
  const { caseId } = await delivered();
  const message = { subject: 'Frage', message: 'Wie lange noch?' };
  const { id } = bodyOf<Message>(await requestsAs(house.app, patient).post(`/api/messages/${caseId}`, message), 201);
  const heldIn = (ms: number, undoMs = 10 * secondMs) => {
    const createdAt = new Date(house.clock.now().getTime() + ms);
    const dueAt = new Date(createdAt.getTime() + undoMs);
    return house.kernel.db.update(sendings).set({ createdAt, dueAt }).where(eq(sendings.id, id));
  };
  // Clocks differ a little, and the time to undo may have been longer before a restart.
  for (const [ms, undoMs] of [
    [60 * secondMs, 10 * secondMs],
    [0, 3600 * secondMs],
  ] as const) {
    await heldIn(ms, undoMs);
    await deliverDue(house.kernel, deliveries);
    expect(await listed(patient)).toHaveLength(1);
  }
  await heldIn(24 * 3600 * secondMs);
  await deliverDue(house.kernel, deliveries);
  expect(await listed(patient)).toEqual([]);
});

/** The doctor's submission is delivered at once, a second later than what was submitted before. */
const deliverNow = async (submit: () => ReturnType<typeof ask>) => {
  house.clock.advance(secondMs);
  const { id } = bodyOf<Answer>(await submit(), 201);
  bodyOf(await requestsAs(house.app, doctor).post(`/api/sendings/${id}/now`, {}));
};

test('a message sent before a question was delivered is no reply to it', async () => {
  const conversation = await delivered();
  const message = { subject: 'Urlaub', message: 'Ich bin ab Montag verreist.' };
  bodyOf(await requestsAs(house.app, patient).post(`/api/messages/${conversation.caseId}`, message), 201);
  await deliverNow(() => ask(conversation));
  await wait(seconds);
  expect(await pageOf(house, conversation, patient)).toMatchObject({ status: 'with_patient', open_todos: 1 });
  bodyOf(await requestsAs(house.app, patient).post(`/api/messages/${conversation.caseId}`, message), 201);
  await wait(seconds);
  expect(await pageOf(house, conversation, patient)).toMatchObject({ status: 'with_doctor', open_todos: 0 });
});

test.each(['question_to_patient', 'further_documents_needed'] as const)(
  'a request sent before the doctor asked (%s) does not complete the ToDo',
  async (option) => {
    const conversation = await delivered();
    await addLetter(house, conversation);
    const sent = { consent: true, note: 'Der neue Befund.' };
    bodyOf(await requestsAs(house.app, patient).post(`/api/buttonaufgabe/patient/${conversation.caseId}`, sent), 201);
    const title = option === 'question_to_patient' ? 'answer_question' : 'upload_documents';
    const form = { answer: 'Bitte den MRT-Befund.', deadline: '2099-01-31' };
    await deliverNow(() => answer(house, conversation, option, form, title));
    await wait(seconds);
    expect(await pageOf(house, conversation, patient)).toMatchObject({ status: 'with_doctor', open_todos: 1 });
  },
);

test('a quiet copy delivers nothing, not even on demand, until it is activated', async () => {
  const conversation = await delivered();
  const given = bodyOf<Answer>(await ask(conversation), 201);
  const before = await traces(conversation.caseId, doctor);
  await house.kernel.identity.beQuiet('operator');
  house.clock.advance(2 * seconds * secondMs);
  await deliverDue(house.kernel, deliveries);
  expect(
    (await requestsAs(house.app, doctor).post(`/api/sendings/${given.id}/now`, {})).json<ProblemBody>(),
  ).toMatchObject({
    code: 'not_allowed_now',
  });
  expect(await traces(conversation.caseId, doctor)).toEqual(before);
  expect(await listed(doctor)).toMatchObject([{ id: given.id, failed: null }]);
  await house.kernel.identity.activate();
  await wait(0);
  expect((await pageOf(house, conversation, patient)).answers).toMatchObject([{ id: given.id }]);
});
