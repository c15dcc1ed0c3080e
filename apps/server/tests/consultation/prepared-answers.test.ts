import { randomBytes } from 'node:crypto';
import type { Assistant, PreparedDraft } from '@konsil/contracts/assistant-states';
import type { CaseSummary } from '@konsil/contracts/cases';
import type { AuditEntry, Consent } from '@konsil/contracts/privacy';
import { pathOf } from '@konsil/contracts/route';
import { routes } from '@konsil/contracts/routes';
import { eq, sql } from 'drizzle-orm';
import { actingAs } from '@konsil/server-domain/database/roles';
import { drafts } from '@konsil/server-domain/schema';
import { minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, bodyOf, newCase, sentCase, type Conversation } from '../support/cases.ts';
import {
  inviteAssistant,
  inviteDoctor,
  password,
  requestsAs,
  signInAgain,
  signUpPatient,
  type Person,
} from '../support/people.ts';

let house: TestApp;
let otherDoctor: Person;
let otherAssistant: Person;
let otherPatient: Person;
beforeAll(async () => {
  house = await testApp();
  otherDoctor = await inviteDoctor(house);
  otherAssistant = await inviteAssistant(house, otherDoctor, { first_name: 'Olga', last_name: 'Fremd' });
  otherPatient = await signUpPatient(house);
});

const words = 'Der Knoten sollte kontrolliert werden.';
const as = (person: Person) => requestsAs(house.app, person);
const allow = (caseId: string, who: Person, allows = true) =>
  as(who).put(`/api/process/${caseId}/assistants`, { allows });
const write = (caseId: string, who: Person, text = words) =>
  as(who).put(`/account/drafts/prepared:${caseId}`, {
    content: { option: 'final_answer', answer: text },
    revision: randomBytes(16).toString('hex'),
  });
const prepared = (caseId: string, who: Person) => as(who).get(`/api/process/${caseId}/prepared`);
const read = async (caseId: string, who: Person) => bodyOf<PreparedDraft[]>(await prepared(caseId, who));
const take = (caseId: string, who: Person, revision: string) =>
  as(who).post(`/api/process/${caseId}/prepared`, { revision });
const rowsIn = (caseId: string) => house.kernel.db.$count(drafts, eq(drafts.caseId, caseId));

interface Practice extends Conversation {
  assistant: Person;
}
/** A sent case whose patient lets an assistant of its doctor see it. */
const practice = async (): Promise<Practice> => {
  const doctor = await inviteDoctor(house);
  const assistant = await inviteAssistant(house, doctor);
  const conversation = await sentCase(house, { doctor });
  bodyOf(await allow(conversation.caseId, conversation.patient));
  return { ...conversation, assistant };
};
/** New sessions, after the clock was moved on. */
const later = async ({ ...people }: Practice): Promise<Practice> => {
  house.clock.advance(minuteMs);
  for (const name of ['patient', 'doctor', 'assistant'] as const)
    people[name] = await signInAgain(house.app, people[name]);
  return people;
};

describe('The draft of an assistant', () => {
  let ours: Practice;
  beforeAll(async () => {
    ours = await practice();
    bodyOf(await write(ours.caseId, ours.assistant));
  });

  test('is read by the doctor, with the name of its author', async () => {
    expect(await read(ours.caseId, ours.doctor)).toMatchObject([
      { by: 'Anna Muster', mine: false, content: { answer: words }, taken_at: null },
    ]);
    expect(await read(ours.caseId, ours.assistant)).toMatchObject([{ mine: true, content: { answer: words } }]);
    const lists = bodyOf<{ items: CaseSummary[] }>(await as(ours.doctor).get('/api/process?view=needs_answer'));
    expect(lists.items.find(({ id }) => id === ours.caseId)?.triage).toMatchObject({ draft: false, prepared: true });
  });

  test('is hidden from everybody else, by every route with an id', async () => {
    const [draft] = await read(ours.caseId, ours.doctor);
    for (const who of [ours.patient, otherDoctor, otherAssistant, otherPatient]) {
      expect((await prepared(ours.caseId, who)).statusCode).toBe(404);
      expect((await take(ours.caseId, who, draft?.revision ?? '')).statusCode).toBe(404);
      expect((await write(ours.caseId, who)).statusCode).toBe(404);
    }
    expect((await take(ours.caseId, ours.assistant, draft?.revision ?? '')).statusCode).toBe(404);
    expect((await write(ours.caseId, ours.doctor)).statusCode).toBe(404);
    const gets = Object.values(routes).filter(({ method, path }) => method === 'GET' && /:id\b/.test(path));
    for (const { path } of gets)
      for (const id of [ours.caseId, ours.patientId]) {
        const { body } = await house.app.inject({
          url: pathOf({ path }, { id, documentId: id, answerValue: 'final_answer', titleValue: 'none' }),
          headers: { authorization: `Token ${ours.patient.token}` },
        });
        expect([path, body.includes(words)]).toEqual([path, false]);
      }
  });

  test('cannot be sent by its author, nor begun in a case that was not sent', async () => {
    expect((await answer(house, { ...ours, doctor: ours.assistant }, 'question_to_patient')).statusCode).toBe(404);
    const unsent = await newCase(house, ours);
    expect((await write(unsent.caseId, ours.assistant)).statusCode).toBe(404);
    expect((await as(ours.assistant).put(`/account/drafts/answer:${ours.caseId}`, { content: {} })).statusCode).toBe(
      404,
    );
  });

  test("is hidden from the doctor's other assistants, also by the database", async () => {
    const second = await inviteAssistant(house, ours.doctor, { first_name: 'Berta', last_name: 'Zweite' });
    expect(await read(ours.caseId, second)).toEqual([]);
    const seen = (accountId: string) =>
      house.kernel.db.transaction(
        async (tx) => (await tx.select({ key: drafts.key }).from(drafts).where(eq(drafts.caseId, ours.caseId))).length,
        actingAs(accountId),
      );
    expect(await seen(second.accountId)).toBe(0);
    expect(await seen(otherDoctor.accountId)).toBe(0);
    expect(await seen(ours.doctor.accountId)).toBe(1);
    const changed = house.kernel.db.transaction(
      async (tx) => (await tx.execute(sql`update drafts set taken_at = now() where case_id = ${ours.caseId}`)).rowCount,
      actingAs(ours.doctor.accountId),
    );
    expect(await changed).toBe(0);
  });

  test('can be taken over only in the version that was read', async () => {
    const [before] = await read(ours.caseId, ours.doctor);
    ours = await later(ours);
    bodyOf(await write(ours.caseId, ours.assistant, `${words} Bald.`));
    expect((await take(ours.caseId, ours.doctor, before?.revision ?? '')).statusCode).toBe(409);
    expect(await read(ours.caseId, ours.assistant)).toMatchObject([{ taken_at: null }]);
    const [now] = await read(ours.caseId, ours.doctor);
    const taken = bodyOf<PreparedDraft>(await take(ours.caseId, ours.doctor, now?.revision ?? ''));
    expect(taken).toMatchObject({ content: { answer: `${words} Bald.` } });
    expect(await read(ours.caseId, ours.assistant)).toMatchObject([{ taken_at: taken.taken_at }]);
    const lists = bodyOf<{ items: CaseSummary[] }>(await as(ours.doctor).get('/api/process?view=needs_answer'));
    expect(lists.items.find(({ id }) => id === ours.caseId)?.triage).not.toHaveProperty('prepared');
  });

  test("is in the patient's access log: who began it, and who took it over", async () => {
    const { items } = bodyOf<{ items: AuditEntry[] }>(
      await as(ours.patient).get(`/api/audit/${ours.patientId}?who=all&result=allowed&limit=200`),
    );
    const told = items
      .filter(({ action }) => ['case.prepare', 'case.adopt'].includes(action))
      .map(({ action, actor, case_id }) => [action, actor.role, case_id]);
    expect(told).toEqual([
      ['case.adopt', 'doctor', ours.caseId],
      ['case.prepare', 'assistant', ours.caseId],
    ]);
  });

  test('is in no export of the patient, the assistant or the doctor', async () => {
    for (const who of [ours.patient, ours.assistant, ours.doctor]) {
      const { Filelocation: url } = bodyOf<{ Filelocation: string }>(
        await as(who).post('/account/export', { current_password: password }),
      );
      const file = await house.app.inject({ url: new URL(url).pathname + new URL(url).search });
      expect(file.statusCode).toBe(200);
      expect(file.body).not.toContain(words);
    }
  });
});

describe('While an assistant writes', () => {
  test('sending an answer deletes the draft that was taken over, and no other', async () => {
    let ours = await practice();
    const second = await inviteAssistant(house, ours.doctor, { first_name: 'Berta', last_name: 'Zweite' });
    bodyOf(await write(ours.caseId, ours.assistant));
    bodyOf(await write(ours.caseId, second, 'Etwas anderes.'));
    const mine = (await read(ours.caseId, ours.doctor)).find(({ by }) => by === 'Anna Muster');
    bodyOf(await take(ours.caseId, ours.doctor, mine?.revision ?? ''));
    bodyOf(await answer(house, ours, 'question_to_patient'), 201);
    expect(await read(ours.caseId, ours.doctor)).toMatchObject([{ by: 'Berta Zweite' }]);
    ours = await later(ours);
    bodyOf(await write(ours.caseId, ours.assistant, 'Was danach kam.'));
    expect((await read(ours.caseId, ours.doctor)).map(({ content }) => content['answer'])).toEqual([
      'Was danach kam.',
      'Etwas anderes.',
    ]);
  });

  test('sending an answer keeps a draft that changed after it was taken over', async () => {
    let ours = await practice();
    bodyOf(await write(ours.caseId, ours.assistant));
    const [draft] = await read(ours.caseId, ours.doctor);
    bodyOf(await take(ours.caseId, ours.doctor, draft?.revision ?? ''));
    ours = await later(ours);
    bodyOf(await write(ours.caseId, ours.assistant, 'Noch ein Satz.'));
    bodyOf(await answer(house, ours, 'question_to_patient'), 201);
    expect(await read(ours.caseId, ours.doctor)).toMatchObject([{ content: { answer: 'Noch ein Satz.' } }]);
  });

  test('a withdrawn consent deletes the draft; a new consent does not restore it', async () => {
    const ours = await practice();
    bodyOf(await write(ours.caseId, ours.assistant));
    const [draft] = await read(ours.caseId, ours.doctor);
    bodyOf(await allow(ours.caseId, ours.patient, false));
    expect((await write(ours.caseId, ours.assistant, 'Weiter geschrieben.')).statusCode).toBe(404);
    expect((await prepared(ours.caseId, ours.assistant)).statusCode).toBe(404);
    expect(await read(ours.caseId, ours.doctor)).toEqual([]);
    expect((await take(ours.caseId, ours.doctor, draft?.revision ?? '')).statusCode).toBe(409);
    expect(await rowsIn(ours.caseId)).toBe(0);
    bodyOf(await allow(ours.caseId, ours.patient));
    expect(await read(ours.caseId, ours.doctor)).toEqual([]);
  });

  test('removing the assistant deletes the draft', async () => {
    const ours = await practice();
    bodyOf(await write(ours.caseId, ours.assistant));
    const [row] = bodyOf<Assistant[]>(await as(ours.doctor).get('/api/assistants'));
    bodyOf(await as(ours.doctor).post(`/api/assistants/${row?.id}/end`, {}));
    expect((await write(ours.caseId, ours.assistant)).statusCode).toBe(404);
    expect(await read(ours.caseId, ours.doctor)).toEqual([]);
    expect(await rowsIn(ours.caseId)).toBe(0);
  });

  test('a hand-over deletes the draft, also for the next doctor', async () => {
    const ours = await practice();
    const next = await inviteDoctor(house);
    bodyOf(
      await answer(house, ours, 'recommendation_different_physician', { recommended_doctor_id: next.accountId }),
      201,
    );
    bodyOf(await write(ours.caseId, ours.assistant));
    bodyOf(
      await as(ours.patient).post(`/api/process/${ours.caseId}/handover`, { doctor: next.accountId, consent: true }),
    );
    expect(await read(ours.caseId, next)).toEqual([]);
    expect((await prepared(ours.caseId, ours.doctor)).statusCode).toBe(404);
    expect(await rowsIn(ours.caseId)).toBe(0);
  });

  test('ending the sharing deletes the draft', async () => {
    const ours = await practice();
    bodyOf(await write(ours.caseId, ours.assistant));
    const given = bodyOf<Consent[]>(await as(ours.patient).get('/account/consents'));
    const ofCase = given.find(({ case_id, kind }) => case_id === ours.caseId && kind !== 'assistants');
    bodyOf(await as(ours.patient).post(`/account/consents/${ofCase?.id}/withdraw`, {}));
    for (const who of [ours.doctor, ours.assistant]) expect((await prepared(ours.caseId, who)).statusCode).toBe(404);
    expect(await rowsIn(ours.caseId)).toBe(0);
  });
});

describe('The draft of a summary', () => {
  const summary = 'Gutartiger Knoten, Kontrolle in einem Jahr.';
  const writeSummary = (caseId: string, who: Person, text = summary) =>
    as(who).put(`/account/drafts/prepared-summary:${caseId}`, {
      content: { assessment: text },
      revision: randomBytes(16).toString('hex'),
    });
  const summaries = async (caseId: string, who: Person) =>
    bodyOf<PreparedDraft[]>(await as(who).get(`/api/process/${caseId}/prepared?of=summary`));
  const takeSummary = (caseId: string, who: Person, revision: string) =>
    as(who).post(`/api/process/${caseId}/prepared`, { revision, of: 'summary' });
  const saveSummary = ({ patientId }: Practice, who: Person, version: number) =>
    as(who).post(`/api/epikrise/${patientId}`, {
      version,
      content: {
        occasion: '',
        diagnoses: '',
        course: '',
        findings: '',
        assessment: summary,
        recommendation: '',
        open_questions: '',
        plain_language: '',
      },
      release: false,
    });
  const triageOf = async ({ caseId, doctor }: Practice, only = '') =>
    bodyOf<{ items: CaseSummary[] }>(await as(doctor).get(`/api/process?view=needs_answer${only}`)).items.find(
      ({ id }) => id === caseId,
    )?.triage;
  let ours: Practice;
  beforeAll(async () => {
    ours = await practice();
    bodyOf(await writeSummary(ours.caseId, ours.assistant));
  });

  test('is read by the doctor beside that of an answer, and marks the case', async () => {
    expect(await summaries(ours.caseId, ours.doctor)).toMatchObject([
      { by: 'Anna Muster', mine: false, content: { assessment: summary }, taken_at: null },
    ]);
    expect(await read(ours.caseId, ours.doctor)).toEqual([]);
    expect(await summaries(ours.caseId, ours.assistant)).toMatchObject([{ mine: true }]);
    expect(await triageOf(ours)).toMatchObject({ draft: false, prepared: true });
  });

  test('is hidden from everybody else, and its author neither reads nor saves the summary', async () => {
    const [draft] = await summaries(ours.caseId, ours.doctor);
    for (const who of [ours.patient, otherDoctor, otherAssistant, otherPatient]) {
      expect((await as(who).get(`/api/process/${ours.caseId}/prepared?of=summary`)).statusCode).toBe(404);
      expect((await takeSummary(ours.caseId, who, draft?.revision ?? '')).statusCode).toBe(404);
      expect((await writeSummary(ours.caseId, who)).statusCode).toBe(404);
    }
    expect((await writeSummary(ours.caseId, ours.doctor)).statusCode).toBe(404);
    expect((await takeSummary(ours.caseId, ours.assistant, draft?.revision ?? '')).statusCode).toBe(404);
    expect((await saveSummary(ours, ours.assistant, 0)).statusCode).toBe(404);
    expect((await as(ours.assistant).get(`/api/epikrise/${ours.patientId}`)).statusCode).toBe(404);
    expect(
      (await as(ours.assistant).put(`/account/drafts/epicrisis:${ours.patientId}`, { content: {} })).statusCode,
    ).toBe(404);
    const second = await inviteAssistant(house, ours.doctor, { first_name: 'Berta', last_name: 'Zweite' });
    expect(await summaries(ours.caseId, second)).toEqual([]);
  });

  test('is encrypted, and taken over only in the version that was read', async () => {
    const [before] = await summaries(ours.caseId, ours.doctor);
    const [row] = await house.kernel.db.select().from(drafts).where(eq(drafts.caseId, ours.caseId));
    expect(row?.sealed.toString()).not.toContain('Knoten');
    ours = await later(ours);
    bodyOf(await writeSummary(ours.caseId, ours.assistant, `${summary} Ultraschall.`));
    expect((await takeSummary(ours.caseId, ours.doctor, before?.revision ?? '')).statusCode).toBe(409);
    const [now] = await summaries(ours.caseId, ours.doctor);
    // The revision of a summary is none of an answer.
    expect((await take(ours.caseId, ours.doctor, now?.revision ?? '')).statusCode).toBe(409);
    bodyOf(await takeSummary(ours.caseId, ours.doctor, now?.revision ?? ''));
    expect((await triageOf(ours))?.prepared).toBeUndefined();
  });

  test('is deleted with the saved summary, unless it changed after being taken over', async () => {
    const taken = await practice();
    bodyOf(await writeSummary(taken.caseId, taken.assistant));
    bodyOf(await saveSummary(taken, taken.doctor, 0));
    expect(await rowsIn(taken.caseId)).toBe(1);
    const [draft] = await summaries(taken.caseId, taken.doctor);
    bodyOf(await takeSummary(taken.caseId, taken.doctor, draft?.revision ?? ''));
    bodyOf(await saveSummary(taken, taken.doctor, 1));
    expect(await rowsIn(taken.caseId)).toBe(0);
  });

  test('is deleted when the patient withdraws the consent', async () => {
    const ended = await practice();
    bodyOf(await writeSummary(ended.caseId, ended.assistant));
    bodyOf(await allow(ended.caseId, ended.patient, false));
    expect(await rowsIn(ended.caseId)).toBe(0);
    expect((await writeSummary(ended.caseId, ended.assistant)).statusCode).toBe(404);
  });

  test("of a doctor marks the patient's cases, also in the list of drafts", async () => {
    const begun = await practice();
    expect((await triageOf(begun))?.summary).toBeUndefined();
    bodyOf(await as(begun.doctor).put(`/account/drafts/epicrisis:${begun.patientId}`, { content: { course: 'Gut' } }));
    expect(await triageOf(begun, '&only=drafts')).toMatchObject({ draft: false, summary: true });
    bodyOf(await as(begun.doctor).delete(`/account/drafts/epicrisis:${begun.patientId}`));
    expect(await triageOf(begun, '&only=drafts')).toBeUndefined();
  });
});

test('a damaged draft is listed as such, and the others with their text', async () => {
  const ours = await practice();
  const { caseId, doctor } = ours;
  const second = await inviteAssistant(house, doctor, { first_name: 'Zoe', last_name: 'Zweit' });
  for (const who of [ours.assistant, second]) bodyOf(await write(caseId, who));
  await house.kernel.db
    .update(drafts)
    .set({ sealed: Buffer.alloc(60, 1) })
    .where(eq(drafts.accountId, second.accountId));
  const [damaged, whole] = (await read(caseId, doctor)).sort((a, b) => Number(b.damaged ?? 0) - Number(a.damaged ?? 0));
  expect(damaged).toMatchObject({ damaged: true, content: {}, by: expect.stringContaining('Zweit') });
  expect(whole).toMatchObject({ content: { answer: words } });
  expect(whole).not.toHaveProperty('damaged');
  const refused = await take(caseId, doctor, damaged?.revision ?? '');
  expect(refused.json()).toMatchObject({ code: 'draft_damaged' });
  bodyOf(await write(caseId, second));
  expect((await read(caseId, doctor)).map(({ damaged: broken }) => broken)).toEqual([undefined, undefined]);
});
