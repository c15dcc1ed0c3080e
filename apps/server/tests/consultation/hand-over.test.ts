import type { CaseSummary } from '@konsil/contracts/cases';
import type { Message } from '@konsil/contracts/messages';
import type { ProblemBody } from '@konsil/contracts/problem';
import { eq } from 'drizzle-orm';
import { consents } from '@konsil/server-domain/schema';
import { dayMs, later, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, answerFinally, bodyOf, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, inviteDoctor, password, signUpPatient, type Person } from '../support/people.ts';
import { dayOf } from '@konsil/server-domain/calendar/working-days';

let house: TestApp;
let patient: Person;
let doctor: Person;
let successor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor, successor] = [
    await signUpPatient(house),
    await inviteDoctor(house),
    await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen', reply_days: 2 }),
  ];
});

const recommended = async (
  form: Record<string, unknown> = { recommended_doctor_id: successor.accountId },
): Promise<Conversation> => {
  const conversation = await sentCase(house, { patient, doctor });
  bodyOf(await answer(house, conversation, 'recommendation_different_physician', form), 201);
  return conversation;
};
const handOver = ({ caseId }: Conversation, to = successor.accountId, who = patient) =>
  requestsAs(house.app, who).post(`/api/process/${caseId}/handover`, { doctor: to, consent: true });

test('the recommended doctor gets the case unchanged, the previous one loses access', async () => {
  const conversation = await recommended();
  const message = bodyOf<Message>(
    await requestsAs(house.app, patient).post(`/api/messages/${conversation.caseId}`, {
      subject: 'Frage',
      message: 'Wie lange dauert es?',
    }),
    201,
  );
  const summary = bodyOf<CaseSummary>(await handOver(conversation));
  expect(summary).toMatchObject({
    status: 'with_doctor',
    doctor: { id: successor.accountId, name: 'Dr. med. Ruth Ohlsen' },
  });

  const page = await pageOf(house, conversation, successor);
  expect(page).toMatchObject({ turn: 'doctor', new_documents: 1, unread_messages: 1, requests: [{}, {}] });
  expect(page.answers).toHaveLength(1);
  expect(page.timeline.at(-1)?.kind).toBe('handed_over');
  const { items } = bodyOf<{ items: Message[] }>(
    await requestsAs(house.app, successor).get('/api/messagesoverview?box=unread'),
  );
  expect(items).toMatchObject([{ id: message.id, to: { name: 'Dr. med. Jonas Weber' } }]);

  for (const url of [
    `/api/processoverview/${conversation.caseId}`,
    `/api/patients/${conversation.patientId}`,
    `/api/messagesoverview/${conversation.caseId}`,
  ]) {
    expect((await requestsAs(house.app, doctor).get(url)).statusCode).toBe(404);
  }
  expect((await house.outbox(successor.email))[0]?.subject).toBe('Eine neue Anfrage wartet bei Konsil auf Sie');
  const given = await house.kernel.db.select().from(consents).where(eq(consents.caseId, conversation.caseId));
  expect(given.map(({ doctorId, withdrawnAt }) => [doctorId, withdrawnAt === null])).toEqual(
    expect.arrayContaining([
      [doctor.accountId, false],
      [successor.accountId, true],
    ]),
  );
  await answerFinally(house, { ...conversation, doctor: successor });
});

test('completes the ToDo to see the recommended doctor', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  const form = { recommended_doctor_id: successor.accountId, deadline: dayOf(later(new Date(), 9 * dayMs)) };
  bodyOf(await answer(house, conversation, 'recommendation_different_physician', form, 'see_doctor'), 201);
  expect(await pageOf(house, conversation, patient)).toMatchObject({ open_todos: 1 });
  bodyOf(await handOver(conversation));
  const page = await pageOf(house, conversation, patient);
  expect(page).toMatchObject({ open_todos: 0, counts: { todos: 1, todos_open: 0 } });
  expect(page.timeline.map(({ kind }) => kind).slice(-2)).toEqual(['handed_over', 'todo_done']);
});

test('needs a recommendation, a consent, and a doctor who can take it', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  await answerFinally(house, conversation);
  expect((await handOver(conversation)).json<ProblemBody>().code).toBe('not_allowed_now');

  const ready = await recommended({ recommended_specialty: 'Nuklearmedizin' });
  expect(
    (
      await requestsAs(house.app, patient).post(`/api/process/${ready.caseId}/handover`, {
        doctor: successor.accountId,
        consent: false,
      })
    ).statusCode,
  ).toBe(422);
  for (const same of [doctor.accountId, doctor.accountId.toUpperCase()])
    expect((await handOver(ready, same)).json<ProblemBody>().errors?.[0]?.path).toBe('doctor');
  expect((await handOver(ready, patient.accountId)).json<ProblemBody>().errors?.[0]?.path).toBe('doctor');
  expect((await handOver(ready, successor.accountId, doctor)).statusCode).toBe(404);
  bodyOf(await handOver(ready));
});

test('a doctor who takes no new cases gets one only if recommended', async () => {
  const full = await inviteDoctor(house, { last_name: 'Voll' });
  bodyOf(
    await requestsAs(house.app, full).put('/account/doctor', {
      title: 'Dr.',
      first_name: 'Ruth',
      last_name: 'Voll',
      specialty: 'Chirurgie',
      city: 'Köln',
      languages: ['de'],
      reply_days: 3,
      accepts_cases: false,
    }),
  );
  expect((await handOver(await recommended({ recommended_specialty: 'Chirurgie' }), full.accountId)).statusCode).toBe(
    422,
  );
  bodyOf(await handOver(await recommended({ recommended_doctor_id: full.accountId }), full.accountId));
});

test('two concurrent hand-overs take effect once', async () => {
  const conversation = await recommended();
  const answers = await Promise.all([handOver(conversation), handOver(conversation)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test('requires authentication within the last ten minutes', async () => {
  const conversation = await recommended();
  house.clock.advance(11 * minuteMs);
  const refused = await handOver(conversation);
  expect([refused.statusCode, refused.json<ProblemBody>().code]).toEqual([403, 'proof_needed']);
  expect((await pageOf(house, conversation, patient)).doctor.id).toBe(doctor.accountId);
  bodyOf(await requestsAs(house.app, patient).post('/account/proof', { current_password: password }));
  expect(bodyOf<CaseSummary>(await handOver(conversation)).doctor.id).toBe(successor.accountId);
});
