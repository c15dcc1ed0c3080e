import type { CaseSummary } from '@konsil/contracts/cases';
import type { Page } from '@konsil/contracts/common';
import type { ConsoleClinic } from '@konsil/contracts/console-clinics';
import type { CasePool } from '@konsil/contracts/pool-states';
import type { Pool, PooledCase, PooledCasePage } from '@konsil/contracts/pools';
import type { AuditEntry, Consent } from '@konsil/contracts/privacy';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { RequestPreview } from '@konsil/contracts/requests';
import { pathOf, type RouteContract } from '@konsil/contracts/route';
import { routes } from '@konsil/contracts/routes';
import { and, eq, sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { actingAs } from '@konsil/server-domain/database/roles';
import { accounts, clinics, consents } from '@konsil/server-domain/schema';
import { eraseDueAccounts } from '@konsil/server-privacy/erasure';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';
import { dayMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import {
  addLetter,
  answerFinally,
  bodyOf,
  newCase,
  pageOf,
  send,
  sentCase,
  type Conversation,
} from '../support/cases.ts';
import { aClinic } from '../support/clinics.ts';
import { interleave } from '../support/other-transaction.ts';
import { atConsole, signedInOperator } from '../support/operators.ts';
import { inviteDoctor, password, requestsAs, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let operator: Person;
let stranger: Person;
let otherPatient: Person;
beforeAll(async () => {
  house = await testApp();
  operator = await signedInOperator(house, ['doctors']);
  stranger = await inviteDoctor(house);
  otherPatient = await signUpPatient(house);
});

const as = (person: Person) => requestsAs(house.app, person);
const atClinics = (path: string, body: object) => atConsole(house, operator).post(`/api/console/clinics${path}`, body);
const belongs = (clinic: string, doctor: Person, is = true) =>
  atClinics(`/${clinic}/doctors`, { doctor: doctor.accountId, site: null, belongs: is });
const switchPool = (clinic: string, on: boolean) => atClinics(`/${clinic}/pool`, { on });
const clinicOf = async (name: string, ...doctors: Person[]): Promise<string> => {
  const { id } = bodyOf<ConsoleClinic>(await atClinics('', aClinic({ name })), 201);
  for (const doctor of doctors) bodyOf(await belongs(id, doctor));
  bodyOf(await switchPool(id, true));
  return id;
};
const allow = ({ caseId }: Conversation, who: Person, clinic: string, allows = true) =>
  as(who).put(`/api/process/${caseId}/pool/consent`, { clinic, allows });
const put = ({ caseId }: Conversation, who: Person, clinic: string) =>
  as(who).put(`/api/process/${caseId}/pool`, { clinic });
const keep = ({ caseId }: Conversation, who: Person) => as(who).post(`/api/process/${caseId}/pool/end`, {});
const take = (stay: string, who: Person) => as(who).post(`/api/pooled/${stay}/take`, {});
const assign = (stay: string, who: Person, colleague: Person) =>
  as(who).post(`/api/pooled/${stay}/assign`, { colleague: colleague.accountId });
const read = async (stay: string, who: Person) => (await as(who).get(`/api/pooled/${stay}`)).statusCode;
const listed = async (clinic: string, who: Person, query = '') =>
  bodyOf<Page<PooledCase>>(await as(who).get(`/api/pools/${clinic}/cases${query}`));
const statusOf = async (who: Person, { caseId }: Conversation) =>
  (await as(who).get(`/api/processoverview/${caseId}`)).statusCode;
const subjects = async ({ email }: Person) => (await house.outbox(email)).map(({ subject }) => subject ?? '');
const codeOf = (answer: Parameters<typeof bodyOf>[0], status = 409) => bodyOf<ProblemBody>(answer, status).code;
const stayOf = async (clinic: string, { caseId }: Conversation, who: Person): Promise<string> =>
  (await listed(clinic, who)).items.find((one) => one.case.id === caseId)?.id ?? '';

interface Pooled {
  conversation: Conversation;
  clinic: string;
  colleague: Person;
  third: Person;
  stay: string;
}
/** A clinic of three doctors, and a case of the first one in its pool. */
const pooled = async (name = 'Klinik am See'): Promise<Pooled> => {
  const doctor = await inviteDoctor(house);
  const colleague = await inviteDoctor(house, { first_name: 'Mara', last_name: 'Zander', title: 'Dr. med.' });
  const third = await inviteDoctor(house);
  const clinic = await clinicOf(name, doctor, colleague, third);
  const conversation = await sentCase(house, { doctor });
  bodyOf(await allow(conversation, conversation.patient, clinic));
  bodyOf(await put(conversation, doctor, clinic));
  return { conversation, clinic, colleague, third, stay: await stayOf(clinic, conversation, colleague) };
};

const addressed = (Object.entries(routes) as [string, RouteContract][]).filter(
  // The calls that move the case are tested by themselves.
  ([name, { path, console }]) =>
    /:(id|documentId)\b/.test(path) && console !== 'only' && !['takePooledCase', 'assignPooledCase'].includes(name),
);
/** The routes whose response to an account differs from that to an account without access. */
const openRoutes = async (ids: string[], who: Person): Promise<string[]> => {
  const open = new Set<string>();
  for (const [name, { method, path }] of addressed)
    for (const id of ids) {
      const { statusCode } = await house.app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url: pathOf({ path }, { id, documentId: id, answerValue: 'final_answer', titleValue: 'none' }),
        ...(method === 'GET' ? {} : { payload: {} }),
        headers: { authorization: `Token ${who.token}`, 'x-csrftoken': who.csrf },
      });
      if (![404, 401].includes(statusCode)) open.add(name);
    }
  return [...open].sort();
};

describe('A case', () => {
  test('enters a pool only with patient consent, a clinic with a pool, and its doctor', async () => {
    const doctor = await inviteDoctor(house);
    const { id: clinic } = bodyOf<ConsoleClinic>(await atClinics('', aClinic()), 201);
    bodyOf(await belongs(clinic, doctor));
    const conversation = await sentCase(house, { doctor });
    const { patient } = conversation;
    expect((await pageOf(house, conversation, patient)).pool).toBeUndefined();
    // Off by default.
    expect(codeOf(await allow(conversation, patient, clinic))).toBe('not_allowed_now');
    bodyOf(await switchPool(clinic, true));
    expect(codeOf(await switchPool(clinic, true))).toBe('not_allowed_now');
    expect(codeOf(await put(conversation, doctor, clinic))).toBe('not_allowed_now');
    for (const who of [doctor, stranger, otherPatient])
      expect((await allow(conversation, who, clinic)).statusCode).toBe(404);
    const foreign = await clinicOf('Klinik am Berg', stranger);
    expect(codeOf(await allow(conversation, patient, foreign))).toBe('not_allowed_now');
    const pool = bodyOf<CasePool>(await allow(conversation, patient, clinic));
    expect(pool).toMatchObject({ clinics: [{ id: clinic, allowed: true, doctors_in_all: 0 }], now: null });
    for (const who of [patient, stranger, otherPatient])
      expect((await put(conversation, who, clinic)).statusCode).toBe(404);
    expect(codeOf(await put(conversation, doctor, foreign))).toBe('not_allowed_now');
    expect(bodyOf<CasePool>(await put(conversation, doctor, clinic)).now).toMatchObject({ clinic_id: clinic });
    // A second press changes nothing.
    bodyOf(await put(conversation, doctor, clinic));
    expect((await pageOf(house, conversation)).timeline.filter(({ kind }) => kind === 'pool_put')).toHaveLength(1);
    expect((await pageOf(house, conversation)).triage?.pool).toBe('Klinikum am Stadtpark');
    // Only the doctor who put the case into the pool can take it out again.
    expect((await keep(conversation, stranger)).statusCode).toBe(404);
    expect(bodyOf<CasePool>(await keep(conversation, doctor)).now).toBeNull();
    expect(codeOf(await keep(conversation, doctor))).toBe('not_allowed_now');
    const unsent = await newCase(house, { doctor });
    expect(codeOf(await allow(unsent, unsent.patient, clinic))).toBe('not_allowed_now');
  });

  test('is visible to colleagues as soon as the request is sent', async () => {
    const doctor = await inviteDoctor(house);
    const colleague = await inviteDoctor(house);
    const clinic = await clinicOf('Klinik Nord', doctor, colleague);
    const conversation = await newCase(house, { doctor });
    await addLetter(house, conversation);
    const of = as(conversation.patient);
    const { pools } = bodyOf<RequestPreview>(await of.get(`/api/process/${conversation.caseId}/preview`));
    expect(pools).toMatchObject([{ id: clinic, name: 'Klinik Nord', doctors_in_all: 1 }]);
    const foreign = await clinicOf('Klinik Süd', stranger);
    const path = `/api/buttonaufgabe/patient/${conversation.caseId}`;
    bodyOf(await of.post(path, { consent: true, pools: [clinic, foreign] }), 201);
    const given = bodyOf<Consent[]>(await of.get('/account/consents')).filter(({ kind }) => kind === 'clinic_pool');
    expect(given).toMatchObject([{ clinic_name: 'Klinik Nord', case_id: conversation.caseId, withdrawn_at: null }]);
    bodyOf(await put(conversation, doctor, clinic));
    expect(await read(await stayOf(clinic, conversation, colleague), colleague)).toBe(200);
  });

  test('loses the consent to a pool when the request that gave it is withdrawn', async () => {
    const doctor = await inviteDoctor(house);
    const clinic = await clinicOf('Klinik Ost', doctor, await inviteDoctor(house));
    const conversation = await newCase(house, { doctor });
    await addLetter(house, conversation);
    const of = as(conversation.patient);
    const sent = bodyOf<{ id: string }>(
      await of.post(`/api/buttonaufgabe/patient/${conversation.caseId}`, { consent: true, pools: [clinic] }),
      201,
    );
    bodyOf(await of.post(`/api/sendings/${sent.id}/withdraw`, {}));
    const given = bodyOf<Consent[]>(await of.get('/account/consents')).find(({ kind }) => kind === 'clinic_pool');
    expect(given?.withdrawn_at).not.toBeNull();
  });
});

describe('A case in a pool', () => {
  let here: Pooled;
  beforeAll(async () => {
    here = await pooled();
  });

  test("is in the clinic's list with its inbox row, and can be found by name", async () => {
    const { clinic, colleague, conversation, stay } = here;
    expect(bodyOf<Pool[]>(await as(colleague).get('/api/pools'))).toMatchObject([
      { id: clinic, name: 'Klinik am See', cases: 1 },
    ]);
    expect(bodyOf<Pool[]>(await as(stranger).get('/api/pools')).map(({ id }) => id)).not.toContain(clinic);
    const all = await listed(clinic, colleague);
    expect(all).toMatchObject({ total: 1, items: [{ id: stay, mine: false, case: { id: conversation.caseId } }] });
    expect(all.items[0]?.case).toMatchObject({
      new_documents: 1,
      triage: { open_questions: 1 },
      status: 'with_doctor',
    });
    expect((await listed(clinic, conversation.doctor)).items).toMatchObject([{ mine: true }]);
    expect(await listed(clinic, colleague, '?search=schilddruese')).toMatchObject({ total: 1 });
    expect(await listed(clinic, colleague, '?search=Herz')).toMatchObject({ total: 0, items: [] });
    for (const who of [stranger, otherPatient, conversation.patient])
      expect((await as(who).get(`/api/pools/${clinic}/cases`)).statusCode).toBe(404);
  });

  test('is readable only for the doctors of the clinic', async () => {
    const { colleague, conversation, stay } = here;
    const page = bodyOf<PooledCasePage>(await as(colleague).get(`/api/pooled/${stay}`));
    expect(page).toMatchObject({ diagnosis: 'Knoten rechts, 23 mm', questions: [{ text: 'Muss operiert werden?' }] });
    expect(page.documents).toHaveLength(1);
    for (const who of [stranger, otherPatient, conversation.patient]) {
      expect(await read(stay, who)).toBe(404);
      expect((await take(stay, who)).statusCode).toBe(404);
      expect((await assign(stay, who, colleague)).statusCode).toBe(404);
    }
  });

  test('lets a doctor of the clinic use exactly these routes', async () => {
    const { clinic, colleague, conversation, stay } = here;
    const { documents } = await pageOf(house, conversation);
    const ids = [conversation.caseId, conversation.patientId, documents[0]?.id ?? '', stay];
    expect(await openRoutes([...ids, clinic], colleague)).toEqual([
      'getClinic',
      'getDocument',
      'getDocumentFile',
      'getDocumentHistory',
      'getPooledCase',
      'listDocumentPictures',
      'listPooledCases',
      'listReportImages',
      'openViewer',
    ]);
    expect(await openRoutes(ids, stranger)).toEqual([]);
  });

  test('shows no document that the patient has not sent', async () => {
    const { colleague, conversation } = here;
    const unsent = await addLetter(house, conversation);
    expect((await as(colleague).get(`/api/individualdocument/get/${unsent}`)).statusCode).toBe(404);
  });

  test('hides a request that its doctor has not opened', async () => {
    const { conversation, clinic, colleague, stay } = await pooled();
    await addLetter(house, conversation);
    const of = as(conversation.patient);
    bodyOf(
      await of.post(`/api/buttonaufgabe/patient/${conversation.caseId}`, { consent: true, note: 'Bitte nicht lesen' }),
      201,
    );
    const page = bodyOf<PooledCasePage>(await as(colleague).get(`/api/pooled/${stay}`));
    expect([page.documents.length, page.notes]).toEqual([1, []]);
    const [item] = (await listed(clinic, colleague)).items;
    expect(item?.case).toMatchObject({ open_notes: [], new_documents: 1 });
  });

  test('is in no list, search or FHIR resource of a colleague', async () => {
    const { colleague, conversation } = here;
    const lists = ['process', 'messagesoverview', 'aufgabenoverview', 'patientsoverview', 'search?q=Knoten'];
    const texts = await Promise.all(lists.map(async (path) => (await as(colleague).get(`/api/${path}`)).body));
    texts.push((await as(colleague).get('/account/dashboarddata')).body);
    for (const text of texts)
      for (const id of [conversation.caseId, conversation.patientId]) expect(text).not.toContain(id);
    expect((await as(colleague).get(`/fhir/ServiceRequest/${conversation.caseId}`)).statusCode).toBe(404);
  });

  test('gives a colleague read-only access to its database rows', async () => {
    const { colleague, conversation } = here;
    await house.kernel.db.transaction(async (tx) => {
      const ids = async (name: string) => (await tx.execute(sql`select id from ${sql.identifier(name)}`)).rows;
      expect(await ids('cases')).toEqual([{ id: conversation.caseId }]);
      for (const name of ['messages', 'todos', 'epicrisis_versions', 'drafts', 'doctor_letters'])
        expect([name, await tx.execute(sql`select 1 from ${sql.identifier(name)}`).then(({ rows }) => rows)]).toEqual([
          name,
          [],
        ]);
      for (const name of ['cases', 'patients'])
        expect((await tx.execute(sql`update ${sql.identifier(name)} set version = version + 1`)).rowCount).toBe(0);
      const moved = tx.transaction((inner) => inner.execute(sql`update case_pools set ended_at = now()`));
      await expect(moved).rejects.toThrow();
    }, actingAs(colleague.accountId));
  });

  test('cannot be assigned to a doctor outside the clinic, nor to the doctor who has it', async () => {
    const { colleague, conversation, stay } = here;
    for (const who of [stranger, conversation.doctor, conversation.patient])
      expect(codeOf(await assign(stay, colleague, who), 422)).toBe('invalid');
  });

  test('keeps its earlier answers with the doctor who was asked for them', async () => {
    const { clinic, colleague } = here;
    const { patient, doctor } = here.conversation;
    const conversation = await sentCase(house, { patient, doctor });
    await answerFinally(house, conversation);
    await addLetter(house, conversation);
    bodyOf(await send(house, conversation), 201);
    bodyOf(await allow(conversation, patient, clinic));
    bodyOf(await put(conversation, doctor, clinic));
    bodyOf(await take(await stayOf(clinic, conversation, colleague), colleague));
    const { answers } = await pageOf(house, conversation, colleague);
    expect(answers).toMatchObject([{ answered_by: 'Dr. med. Jonas Weber' }]);
    expect(answers[0]).not.toHaveProperty('answered_for');
  });

  test('stays with who put it there when they answer', async () => {
    const { conversation, colleague, clinic, stay } = await pooled();
    await answerFinally(house, conversation);
    expect(await read(stay, colleague)).toBe(404);
    expect((await listed(clinic, colleague)).items).toEqual([]);
    expect((await take(stay, colleague)).statusCode).toBe(404);
    expect((await pageOf(house, conversation)).pool?.now).toBeNull();
    expect(codeOf(await put(conversation, conversation.doctor, clinic))).toBe('not_allowed_now');
  });
});

describe('A doctor who takes a case', () => {
  test('has it exclusively, with its promised answer day', async () => {
    const { conversation, colleague, third, clinic, stay } = await pooled();
    const { patient, doctor } = conversation;
    const before = await pageOf(house, conversation, patient);
    const taken = bodyOf<CaseSummary>(await take(stay, colleague));
    expect(taken).toMatchObject({ id: conversation.caseId, doctor: { id: colleague.accountId } });
    expect([taken.answer_due_on, taken.last_request_at]).toEqual([before.answer_due_on, before.last_request_at]);
    // A second press changes nothing.
    bodyOf(await take(stay, colleague));
    expect(await statusOf(colleague, conversation)).toBe(200);
    for (const who of [doctor, third, stranger]) expect(await statusOf(who, conversation)).toBe(404);
    expect(await read(stay, stranger)).toBe(404);
    expect((await listed(clinic, third)).items).toEqual([]);
    // The answer is theirs, for nobody else.
    const given = await answerFinally(house, { ...conversation, doctor: colleague });
    expect(given).toMatchObject({ answered_by: 'Dr. med. Mara Zander' });
    expect(given.answered_for).toBeUndefined();
  });

  test('is shown to colleagues who have the case open, without an access log entry', async () => {
    const { conversation, colleague, third, stay } = await pooled();
    const { patient, patientId } = conversation;
    expect(await read(stay, third)).toBe(200);
    bodyOf(await take(stay, colleague));
    const answer = await as(third).get(`/api/pooled/${stay}`);
    expect(bodyOf<ProblemBody>(answer, 409)).toMatchObject({
      code: 'pool_taken',
      current: { taken_by: 'Dr. med. Mara Zander' },
    });
    expect(answer.body).not.toContain('Schilddrüse');
    const { items } = bodyOf<{ items: AuditEntry[] }>(
      await as(patient).get(`/api/audit/${patientId}?who=all&result=denied&limit=200`),
    );
    expect(items).toEqual([]);
  });

  test('is named to the patient in case, log and consents, but not in e-mails', async () => {
    const { conversation, colleague, stay } = await pooled();
    const { patient, patientId } = conversation;
    bodyOf(await as(colleague).get(`/api/pooled/${stay}`));
    bodyOf(await take(stay, colleague));
    const page = await pageOf(house, conversation, patient);
    expect(page.doctor.name).toBe('Dr. med. Mara Zander');
    expect(page.pool).toMatchObject({ now: null, taken: { by: 'Dr. med. Mara Zander', clinic: 'Klinik am See' } });
    const kinds = page.timeline.flatMap(({ kind, subject }) => (kind.startsWith('pool') ? [[kind, subject]] : []));
    expect(kinds).toEqual([
      ['pool_put', 'Klinik am See'],
      ['pool_taken', 'Dr. med. Mara Zander'],
    ]);
    const { items } = bodyOf<{ items: AuditEntry[] }>(
      await as(patient).get(`/api/audit/${patientId}?who=all&result=allowed&limit=200`),
    );
    const acts = items.flatMap(({ actor, action }) => (actor.name.includes('Zander') ? action : []));
    expect(new Set(acts)).toEqual(new Set(['pool.list', 'pool.read', 'pool.take']));
    expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(['pool.put', 'consent.give']));
    const given = bodyOf<Consent[]>(await as(patient).get('/account/consents'));
    expect(given).toContainEqual(
      expect.objectContaining({ kind: 'send_to_doctor', doctor_name: 'Dr. med. Mara Zander', withdrawn_at: null }),
    );
    const letter = (await house.outbox(patient.email)).find(({ subject }) =>
      subject?.includes('Ihrer Fälle bei Konsil übernommen'),
    );
    expect(letter?.text).not.toMatch(/Zander|Knoten|See/);
  });

  test('gets its messages, ToDos and unread items', async () => {
    const { conversation, colleague, stay } = await pooled();
    bodyOf(
      await as(conversation.patient).post(`/api/messages/${conversation.caseId}`, {
        subject: 'Frage',
        message: 'Bitte',
      }),
      201,
    );
    bodyOf(await take(stay, colleague));
    expect(await pageOf(house, conversation, colleague)).toMatchObject({ unread_messages: 1, counts: { messages: 1 } });
    expect((await as(colleague).get(`/api/patients/${conversation.patientId}`)).statusCode).toBe(200);
    expect((await as(conversation.doctor).get(`/api/patients/${conversation.patientId}`)).statusCode).toBe(404);
  });

  test('is told who took it first', async () => {
    const { conversation, colleague, third, stay } = await pooled();
    const [first, second] = await interleave(
      house,
      conversation.patientId,
      () => take(stay, colleague),
      () => take(stay, third),
    );
    bodyOf(first);
    expect(bodyOf<ProblemBody>(second, 409)).toMatchObject({
      code: 'pool_taken',
      current: { taken_by: 'Dr. med. Mara Zander' },
    });
    expect(await statusOf(third, conversation)).toBe(404);
    expect(codeOf(await assign(stay, third, third))).toBe('pool_taken');
    expect((await take(stay, stranger)).statusCode).toBe(404);
    const rows = await house.kernel.db.select().from(consents).where(eq(consents.caseId, conversation.caseId));
    const standing = rows.filter((row) => row.kind === 'send_to_doctor' && !row.withdrawnAt);
    expect(standing.map(({ doctorId }) => doctorId)).toEqual([colleague.accountId]);
  });

  test('returns it to the pool, but keeps it until a colleague takes it', async () => {
    const { conversation, colleague, third, clinic, stay } = await pooled();
    bodyOf(await take(stay, colleague));
    bodyOf(await put(conversation, colleague, clinic));
    expect(await statusOf(colleague, conversation)).toBe(200);
    const again = await stayOf(clinic, conversation, third);
    bodyOf(await take(again, third));
    expect(await statusOf(colleague, conversation)).toBe(404);
    expect(await statusOf(third, conversation)).toBe(200);
    const { items } = bodyOf<{ items: AuditEntry[] }>(
      await as(conversation.patient).get(`/api/audit/${conversation.patientId}?who=all&limit=200`),
    );
    expect(items.filter(({ action }) => action === 'pool.back')).toMatchObject([
      { actor: { name: 'Dr. med. Mara Zander' } },
    ]);
  });

  test('can be assigned it by a colleague, with an e-mail without health data', async () => {
    const { conversation, colleague, third, stay } = await pooled();
    expect(bodyOf(await assign(stay, third, colleague))).toEqual({ doctor: 'Dr. med. Mara Zander' });
    expect(await statusOf(colleague, conversation)).toBe(200);
    expect(await statusOf(third, conversation)).toBe(404);
    expect(await subjects(colleague)).toContain('Aus Ihrer Klinik wurde Ihnen bei Konsil ein Fall übergeben');
    const { timeline } = await pageOf(house, conversation, conversation.patient);
    expect(timeline.find(({ kind }) => kind === 'pool_taken')).toMatchObject({ subject: 'Dr. med. Mara Zander' });
  });

  test('may be the current deputy of the previous doctor', async () => {
    const { conversation, colleague, third, stay } = await pooled();
    const { doctor, patient } = conversation;
    const today = dayOf(house.kernel.clock.now());
    const absence = { from: today, to: addDays(today, 9), deputy: colleague.accountId };
    bodyOf(await as(doctor).post('/api/absences', absence), 201);
    const [row] = (await pageOf(house, conversation, patient)).deputies ?? [];
    bodyOf(await as(patient).post(`/api/deputies/${row?.id}/consent`, { agrees: true }));
    expect(await statusOf(colleague, conversation)).toBe(200);
    // A deputy puts it nowhere and keeps nothing; as a doctor of the clinic they read and take it.
    expect((await keep(conversation, colleague)).statusCode).toBe(404);
    expect(await read(stay, colleague)).toBe(200);
    bodyOf(await take(stay, colleague));
    const page = await pageOf(house, conversation, colleague);
    expect([page.acting, page.doctor.id]).toEqual([undefined, colleague.accountId]);
    for (const who of [doctor, third]) expect(await statusOf(who, conversation)).toBe(404);
  });

  test("ends the access of the previous doctor's deputies and second opinions", async () => {
    const { conversation, colleague, stay } = await pooled();
    const asked = { colleague: stranger.accountId, question: 'Operieren?' };
    bodyOf(await as(conversation.doctor).post(`/api/process/${conversation.caseId}/second-looks`, asked), 201);
    bodyOf(await take(stay, colleague));
    expect((await pageOf(house, conversation, conversation.patient)).second_looks).toMatchObject([{ state: 'ended' }]);
  });
});

describe('Access to a pool ends at once', () => {
  test.each([
    [
      'with the consent in the case',
      ({ conversation, clinic }: Pooled) => allow(conversation, conversation.patient, clinic, false),
    ],
    [
      'with the consent among all consents',
      async ({ conversation: { patient } }: Pooled) => {
        const given = bodyOf<Consent[]>(await as(patient).get('/account/consents'));
        const id = given.find(({ kind, withdrawn_at: at }) => kind === 'clinic_pool' && !at)?.id;
        return as(patient).post(`/account/consents/${id}/withdraw`, {});
      },
    ],
    ['with the pool', ({ clinic }: Pooled) => switchPool(clinic, false)],
    ['with the clinic', ({ clinic }: Pooled) => atClinics(`/${clinic}/archive`, { archived: true })],
    [
      'with the doctor who put it there',
      ({ clinic, conversation }: Pooled) => belongs(clinic, conversation.doctor, false),
    ],
  ])('%s, and the case stays with its doctor', async (_name, end) => {
    const here = await pooled();
    const { conversation, colleague, stay, clinic } = here;
    bodyOf(await end(here));
    expect(await read(stay, colleague)).toBe(404);
    expect((await take(stay, colleague)).statusCode).toBe(404);
    expect(await statusOf(conversation.doctor, conversation)).toBe(200);
    const page = await pageOf(house, conversation, conversation.patient);
    expect(page.pool?.now).toBeNull();
    expect(page.timeline.at(-1)).toMatchObject({ kind: 'pool_left' });
    expect(codeOf(await put(conversation, conversation.doctor, clinic))).toBe('not_allowed_now');
  });

  // Each path ends the stay, too: without that, these alone must refuse.
  test('without the consent, the pool or the clinic, even if a pool row is left over', async () => {
    const { conversation, colleague, stay, clinic } = await pooled();
    const { db } = house.kernel;
    const now = house.clock.now();
    const ofCase = and(eq(consents.caseId, conversation.caseId), eq(consents.kind, 'clinic_pool'));
    const turns: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [
        () => db.update(consents).set({ withdrawnAt: now }).where(ofCase),
        () => db.update(consents).set({ withdrawnAt: null }).where(ofCase),
      ],
      [
        () => db.update(clinics).set({ pool: false }).where(eq(clinics.id, clinic)),
        () => db.update(clinics).set({ pool: true }).where(eq(clinics.id, clinic)),
      ],
      [
        () => db.update(clinics).set({ archivedAt: now }).where(eq(clinics.id, clinic)),
        () => db.update(clinics).set({ archivedAt: null }).where(eq(clinics.id, clinic)),
      ],
    ];
    for (const [end, restore] of turns) {
      await end();
      expect(await read(stay, colleague)).toBe(404);
      expect((await take(stay, colleague)).statusCode).toBe(404);
      await restore();
      expect(await read(stay, colleague)).toBe(200);
    }
  });

  test('permanently when the sharing ends', async () => {
    const { conversation, colleague, stay, clinic } = await pooled();
    const { patient, caseId } = conversation;
    const given = bodyOf<Consent[]>(await as(patient).get('/account/consents'));
    const id = given.find(({ kind, case_id: its }) => kind === 'send_to_doctor' && its === caseId)?.id;
    bodyOf(await as(patient).post(`/account/consents/${id}/withdraw`, {}));
    expect(await read(stay, colleague)).toBe(404);
    bodyOf(await as(patient).post(`/api/process/${caseId}/share`, { consent: true }));
    expect(await read(stay, colleague)).toBe(404);
    expect(codeOf(await put(conversation, conversation.doctor, clinic))).toBe('not_allowed_now');
  });

  test('when a taken case is no longer shared, and its doctor is no longer named', async () => {
    const { conversation, colleague, stay } = await pooled();
    const { patient, caseId } = conversation;
    bodyOf(await take(stay, colleague));
    const given = bodyOf<Consent[]>(await as(patient).get('/account/consents'));
    const its = given.find((one) => one.kind === 'send_to_doctor' && one.case_id === caseId && !one.withdrawn_at);
    bodyOf(await as(patient).post(`/account/consents/${its?.id}/withdraw`, {}));
    expect(await statusOf(colleague, conversation)).toBe(404);
    expect((await pageOf(house, conversation, patient)).pool).toMatchObject({ clinics: [], taken: null });
  });

  test('for a doctor who leaves the clinic, except to cases that they took', async () => {
    const { conversation, colleague, third, stay, clinic } = await pooled();
    bodyOf(await belongs(clinic, third, false));
    expect(await read(stay, third)).toBe(404);
    expect((await take(stay, third)).statusCode).toBe(404);
    expect((await as(third).get(`/api/pools/${clinic}/cases`)).statusCode).toBe(404);
    expect(bodyOf<Pool[]>(await as(third).get('/api/pools'))).toEqual([]);
    expect(codeOf(await assign(stay, colleague, third), 422)).toBe('invalid');
    bodyOf(await take(stay, colleague));
    bodyOf(await belongs(clinic, colleague, false));
    expect(await statusOf(colleague, conversation)).toBe(200);
    expect(codeOf(await put(conversation, colleague, clinic))).toBe('not_allowed_now');
  });

  test('for a locked doctor', async () => {
    const { colleague, third, stay } = await pooled();
    await house.kernel.db
      .update(accounts)
      .set({ lockedAt: house.kernel.clock.now() })
      .where(eq(accounts.id, third.accountId));
    expect((await as(third).get(`/api/pooled/${stay}`)).statusCode).not.toBe(200);
    expect(codeOf(await assign(stay, colleague, third), 422)).toBe('invalid');
  });

  test('not for colleagues when the doctor of the case is locked', async () => {
    const { conversation, colleague, stay } = await pooled();
    await house.kernel.db
      .update(accounts)
      .set({ lockedAt: house.kernel.clock.now() })
      .where(eq(accounts.id, conversation.doctor.accountId));
    bodyOf(await take(stay, colleague));
    expect(await statusOf(colleague, conversation)).toBe(200);
  });

  // Last: the sessions above end.
  test('when the account of the patient is erased, which leaves no row', async () => {
    const { conversation, colleague, stay } = await pooled();
    bodyOf(await as(conversation.patient).post('/account/erasure', { current_password: password }));
    expect(await read(stay, colleague)).toBe(404);
    expect((await take(stay, colleague)).statusCode).toBe(404);
    house.clock.advance(31 * dayMs);
    await eraseDueAccounts(house.kernel);
    const { rows } = await house.kernel.db.execute(
      sql`select 1 from case_pools where case_id = ${conversation.caseId}`,
    );
    expect(rows).toEqual([]);
  });
});
