import type { Assistant, Practice } from '@konsil/contracts/assistant-states';
import type { CaseSummary } from '@konsil/contracts/cases';
import type { DoctorPage } from '@konsil/contracts/doctors';
import type { Message } from '@konsil/contracts/messages';
import type { AuditEntry, Consent } from '@konsil/contracts/privacy';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { RequestPreview } from '@konsil/contracts/requests';
import { pathOf, type RouteContract } from '@konsil/contracts/route';
import { routes } from '@konsil/contracts/routes';
import { eq, sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { sweepAssistantInvitations } from '@konsil/server-consultation/assistants/invitations';
import { actingAs } from '@konsil/server-domain/database/roles';
import { assistants } from '@konsil/server-domain/schema';
import { dayMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { actionsOf } from '../support/audit.ts';
import { addLetter, answer, bodyOf, newCase, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { aConversation, type FullConversation } from '../support/conversation.ts';
import {
  inviteAssistant,
  inviteDoctor,
  linkToken,
  newEmail,
  password,
  requestsAs,
  signIn,
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

const as = (person: Person) => requestsAs(house.app, person);
const allow = (id: string, who: Person, allows = true) => as(who).put(`/api/process/${id}/assistants`, { allows });
const listed = async (doctor: Person) => bodyOf<Assistant[]>(await as(doctor).get('/api/assistants'));
const practices = async (who: Person) => bodyOf<Practice[]>(await as(who).get('/api/practices'));
const end = (id: string, who: Person) => as(who).post(`/api/assistants/${id}/end`, {});
const statusOf = async (who: Person, caseId: string) =>
  (await as(who).get(`/api/processoverview/${caseId}`)).statusCode;
const subjects = async (email: string) => (await house.outbox(email)).map(({ subject }) => subject ?? '');
const invite = (doctor: Person, email: string) =>
  as(doctor).post('/api/assistants', { first_name: 'Anna', last_name: 'Muster', email });
const conversationOf = ({ ids, ...people }: FullConversation): Conversation => ({
  ...people,
  patientId: ids.patient,
  caseId: ids.case,
});

const addressed = (Object.entries(routes) as [string, RouteContract][]).filter(
  // The calls that end the work, or decide about it, are tested by themselves.
  ([name, { path, console }]) =>
    /:(id|documentId)\b/.test(path) && console !== 'only' && !['endAssistant', 'answerPractice'].includes(name),
);
/** Every call that an assistant may make in a case; all others are refused as to a stranger. */
const ofAssistant = [
  'addTodo',
  'fetchFromArchive',
  'getAnswerLetter',
  'getAppointmentFile',
  'getCase',
  'getDocument',
  'getDocumentFile',
  'getDocumentHistory',
  'getTodo',
  'listAssistedCases',
  'listCaseArchives',
  'listCaseMessages',
  'listCaseTodos',
  'listDocumentPictures',
  'listDocuments',
  'listPreparedDrafts',
  'listReportImages',
  'openViewer',
  'openedCase',
  'searchCaseArchive',
  'sendMessage',
  'setPriority',
  'updateMessage',
  'updateTodo',
  'uploadDocument',
];
const idsFor = (path: string, { ids }: FullConversation, row: string): string[] => [
  ids.case,
  ids.document,
  ids.patient,
  ids.draftCase,
  row,
  ...(/message|Communication/.test(path) ? [ids.message] : []),
  ...(/aufgaben|Task/.test(path) ? [ids.todo] : []),
  ...(/answer|letter|appointment|DiagnosticReport/i.test(path) ? [ids.answer] : []),
];
/** The routes whose response to an account differs from that to an account without access. */
const openRoutes = async (conversation: FullConversation, row: string, who: Person): Promise<string[]> => {
  const open = new Set<string>();
  for (const [name, { method, path }] of addressed) {
    for (const id of idsFor(path, conversation, row)) {
      const { statusCode } = await house.app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url: pathOf({ path }, { id, documentId: id, answerValue: 'final_answer', titleValue: 'none' }),
        ...(method === 'GET' ? {} : { payload: {} }),
        headers: { authorization: `Token ${who.token}`, 'x-csrftoken': who.csrf },
      });
      if (![404, 401].includes(statusCode)) open.add(name);
    }
  }
  return [...open].sort();
};

describe('An assistant', () => {
  let theirs: FullConversation;
  let conversation: Conversation;
  let assistant: Person;
  let row: Assistant;
  beforeAll(async () => {
    theirs = await aConversation(house);
    conversation = conversationOf(theirs);
    assistant = await inviteAssistant(house, theirs.doctor);
    row = (await listed(theirs.doctor))[0] as Assistant;
  });

  test('has joined by a link, and is listed only for the doctor', async () => {
    expect(row).toMatchObject({ state: 'open', name: 'Anna Muster', email: null });
    expect(row.last_sign_in_at).not.toBeNull();
    expect(await practices(assistant)).toMatchObject([{ id: row.id, state: 'open' }]);
    expect(await actionsOf(house, theirs.doctor.accountId)).toContain('assistant.invite');
    expect(await listed(otherDoctor)).not.toEqual(expect.arrayContaining([expect.objectContaining({ id: row.id })]));
    expect(await subjects(theirs.doctor.email)).toContain('Ihre Einladung wurde angenommen');
    const session = (await as(assistant).get('/account/isloggedin')).json<Record<string, unknown>>();
    expect(session).toMatchObject({ role: 'doctor', assistant: true, user_fullname: 'Anna Muster' });
  });

  test('sees no case before the patient consents', async () => {
    expect(await openRoutes(theirs, row.id, assistant)).toEqual(['listAssistedCases']);
    expect(bodyOf(await as(assistant).get(`/api/practices/${row.id}/cases`))).toEqual([]);
    expect((await pageOf(house, conversation, theirs.patient)).assistants).toEqual({
      allowed: false,
      names: ['Anna Muster'],
    });
  });

  test('gets access only from the patient of the case', async () => {
    for (const who of [assistant, theirs.doctor, otherDoctor, otherPatient, otherAssistant])
      expect((await allow(theirs.ids.case, who)).statusCode).toBe(404);
    expect((await allow(theirs.ids.draftCase, theirs.patient)).statusCode).toBe(409);
    bodyOf(await allow(theirs.ids.case, theirs.patient));
    expect((await pageOf(house, conversation, assistant)).assistants).toMatchObject({ allowed: true, mine: true });
    const consents = bodyOf<Consent[]>(await as(theirs.patient).get('/account/consents'));
    expect(consents).toContainEqual(expect.objectContaining({ kind: 'assistants', case_id: theirs.ids.case }));
  });

  test('has the case in a list of its own, and in no other list or search', async () => {
    const own = bodyOf<CaseSummary[]>(await as(assistant).get(`/api/practices/${row.id}/cases`));
    expect(own).toMatchObject([{ id: theirs.ids.case, doctor: { id: theirs.doctor.accountId } }]);
    expect((await as(otherAssistant).get(`/api/practices/${row.id}/cases`)).statusCode).toBe(404);
    const lists = ['process', 'messagesoverview', 'aufgabenoverview', 'patientsoverview', 'search?q=Knoten'];
    const texts = await Promise.all(lists.map(async (path) => (await as(assistant).get(`/api/${path}`)).body));
    texts.push((await as(assistant).get('/account/dashboarddata')).body);
    for (const text of texts) for (const id of Object.values(theirs.ids)) expect(text).not.toContain(id);
  });

  test('may use exactly these routes of the case', async () => {
    expect(await openRoutes(theirs, row.id, assistant)).toEqual(ofAssistant);
    expect(await openRoutes(theirs, row.id, otherAssistant)).toEqual([]);
  });

  test('cannot send or withdraw an answer, nor use doctor-only routes', async () => {
    const refused = await answer(house, { ...conversation, doctor: assistant }, 'question_to_patient');
    expect(refused.statusCode).toBe(404);
    const post = async (path: string, body: object = {}) => (await as(assistant).post(path, body)).statusCode;
    expect(await post(`/api/process/${theirs.ids.case}/take-back`)).toBe(404);
    expect(await post('/api/triage', { cases: [{ id: theirs.ids.case, archived: true }] })).toBe(404);
    expect(await post('/api/absences', { from: '2030-01-01', to: '2030-01-02' })).toBe(404);
    expect(await post('/api/assistants', { first_name: 'A', last_name: 'B', email: newEmail() })).toBe(404);
    for (const path of ['absences', 'assistants', 'letters', 'statistics', 'audit', 'deputies', 'systems'])
      expect([path, (await as(assistant).get(`/api/${path}`)).statusCode]).toEqual([path, 404]);
    expect((await as(assistant).put('/account/doctor', {})).statusCode).toBe(404);
  });

  test('has no access to the patient, a draft of theirs, or FHIR', async () => {
    for (const path of [
      `/api/patient/${theirs.ids.patient}`,
      `/api/epikrise/${theirs.ids.patient}`,
      `/api/processoverview/${theirs.ids.draftCase}`,
      `/api/individualdocument/get/${theirs.ids.draftDocument}`,
      `/fhir/Patient/${theirs.ids.patient}`,
      `/fhir/ServiceRequest/${theirs.ids.case}`,
    ])
      expect([path, (await as(assistant).get(path)).statusCode]).toEqual([path, 404]);
    const found = (await as(assistant).get(`/fhir/ServiceRequest?patient=${theirs.ids.patient}`)).body;
    expect(found).not.toContain(theirs.ids.case);
  });

  test('reaches only the rows of this case', async () => {
    await house.kernel.db.transaction(async (tx) => {
      const ids = async (name: string) => (await tx.execute(sql`select id from ${sql.identifier(name)}`)).rows;
      expect(await ids('cases')).toEqual([{ id: theirs.ids.case }]);
      expect(await ids('messages')).toEqual([{ id: theirs.ids.message }]);
      for (const name of ['epicrisis_versions', 'drafts', 'doctor_letters', 'health_profiles', 'share_links'])
        expect([name, (await tx.execute(sql`select 1 from ${sql.identifier(name)}`)).rows]).toEqual([name, []]);
      expect((await tx.execute(sql`update patients set version = version + 1`)).rowCount).toBe(0);
      const extended = tx.transaction((inner) => inner.execute(sql`update assistants set name = 'Dr. Muster'`));
      await expect(extended).rejects.toThrow();
    }, actingAs(assistant.accountId));
  });

  test('writes under their own name, as an assistant', async () => {
    const sent = bodyOf<Message>(
      await as(assistant).post(`/api/messages/${theirs.ids.case}`, {
        subject: 'Labor',
        message: 'Bitte senden Sie den Laborbericht.',
      }),
      201,
    );
    expect(sent.sender).toEqual({ role: 'doctor', name: 'Anna Muster', assistant: true });
    bodyOf(
      await as(assistant).post(`/api/aufgaben/${theirs.ids.case}`, {
        title: 'Laborbericht',
        content: 'Bitte nachreichen',
        deadline: '2030-01-31',
        priority: 'normal',
        assignee: 'patient',
      }),
      201,
    );
    bodyOf(await as(assistant).put(`/api/process/${theirs.ids.case}/priority`, { priority: 'high' }));
    const { timeline } = await pageOf(house, conversation, theirs.patient);
    expect(timeline.at(-1)?.by).toMatchObject({ role: 'doctor', name: 'Anna Muster', assistant: true });
    expect((await pageOf(house, conversation)).priority).toBe('high');
  });

  test('does not mark the case as opened by the doctor', async () => {
    const other = await newCase(house, theirs);
    await addLetter(house, other);
    bodyOf(
      await as(theirs.patient).post(`/api/buttonaufgabe/patient/${other.caseId}`, { consent: true, assistants: true }),
      201,
    );
    bodyOf(await as(assistant).post(`/api/process/${other.caseId}/opened`, {}));
    expect((await pageOf(house, other, theirs.patient)).opened_at).toBeNull();
  });

  test("cannot read the doctor's questions to a colleague", async () => {
    const other = await newCase(house, theirs);
    await addLetter(house, other);
    bodyOf(
      await as(theirs.patient).post(`/api/buttonaufgabe/patient/${other.caseId}`, { consent: true, assistants: true }),
      201,
    );
    const question = 'Würden Sie operieren?';
    const asked = { colleague: otherDoctor.accountId, question };
    bodyOf(await as(theirs.doctor).post(`/api/process/${other.caseId}/second-looks`, asked), 201);
    const read = async (who: Person) => (await pageOf(house, other, who)).second_looks?.map((look) => look.question);
    expect(await read(theirs.doctor)).toEqual([question]);
    expect(await read(assistant)).toStrictEqual([]);
  });

  test("is in the patient's access log with their own name and each act", async () => {
    const { items } = bodyOf<{ items: AuditEntry[] }>(
      await as(theirs.patient).get(`/api/audit/${theirs.ids.patient}?who=all&result=allowed&limit=200`),
    );
    const own = items.filter(({ actor }) => actor.name === 'Anna Muster');
    expect(new Set(own.map(({ actor }) => actor.role))).toEqual(new Set(['assistant']));
    const acts = new Set(own.map(({ action }) => action));
    for (const action of ['case.list', 'case.read', 'message.write', 'todo.write', 'case.priority', 'document.read'])
      expect(acts).toContain(action);
  });

  test('exports their own data without anything about patients', async () => {
    bodyOf(await as(assistant).put(`/account/drafts/message:${theirs.ids.case}`, { content: { message: 'Geheimes' } }));
    const { Filelocation: url } = bodyOf<{ Filelocation: string }>(
      await as(assistant).post('/account/export', { current_password: password }),
    );
    const file = await house.app.inject({ url: new URL(url).pathname + new URL(url).search });
    expect(file.statusCode).toBe(200);
    for (const word of ['Geheimes', 'Laborbericht', 'Knoten']) expect(file.body).not.toContain(word);
  });

  test('loses the case once the patient withdraws the consent', async () => {
    bodyOf(await allow(theirs.ids.case, theirs.patient, false));
    expect(await statusOf(assistant, theirs.ids.case)).toBe(404);
    expect(await statusOf(theirs.doctor, theirs.ids.case)).toBe(200);
    bodyOf(await allow(theirs.ids.case, theirs.patient));
    const consents = bodyOf<Consent[]>(await as(theirs.patient).get('/account/consents'));
    const given = consents.find(({ kind, withdrawn_at: at }) => kind === 'assistants' && !at);
    bodyOf(await as(theirs.patient).post(`/account/consents/${given?.id}/withdraw`, {}));
    expect(await statusOf(theirs.doctor, theirs.ids.case)).toBe(200);
  });

  test('loses all access as soon as the doctor removes them', async () => {
    bodyOf(await allow(theirs.ids.case, theirs.patient));
    expect(await statusOf(assistant, theirs.ids.case)).toBe(200);
    for (const who of [otherDoctor, otherAssistant, otherPatient, theirs.patient])
      expect((await end(row.id, who)).statusCode).toBe(404);
    bodyOf(await end(row.id, theirs.doctor));
    expect(await openRoutes(theirs, row.id, assistant)).toEqual([]);
    expect(await practices(assistant)).toEqual([]);
    expect((await listed(theirs.doctor))[0]).toMatchObject({ state: 'ended', last_sign_in_at: null });
    expect(await subjects(assistant.email)).toContain('Ihre Mitarbeit bei Konsil ist beendet');
    // Written texts keep their author.
    expect((await pageOf(house, conversation, theirs.patient)).timeline.at(-1)?.by.name).toBe('Anna Muster');
  });
});

describe('A request to a doctor with assistants', () => {
  const sending = async (assistants?: boolean) => {
    const conversation = await newCase(house, { doctor: otherDoctor });
    await addLetter(house, conversation);
    const of = as(conversation.patient);
    const preview = bodyOf<RequestPreview>(await of.get(`/api/process/${conversation.caseId}/preview`));
    expect(preview.doctor.assistants).toBe(true);
    expect(bodyOf<DoctorPage>(await of.get(`/api/doctors/${otherDoctor.accountId}`)).assistants).toBe(true);
    const path = `/api/buttonaufgabe/patient/${conversation.caseId}`;
    bodyOf(await of.post(path, { consent: true, ...(assistants !== undefined && { assistants }) }), 201);
    return conversation;
  };

  test('opens the case to them only if the patient consents in the request', async () => {
    expect(await statusOf(otherAssistant, (await sending()).caseId)).toBe(404);
    expect(await statusOf(otherAssistant, (await sending(false)).caseId)).toBe(404);
    expect(await statusOf(otherAssistant, (await sending(true)).caseId)).toBe(200);
  });

  test('ends the consent for the assistants when it is withdrawn', async () => {
    const conversation = await newCase(house, { doctor: otherDoctor });
    await addLetter(house, conversation);
    const of = as(conversation.patient);
    const sent = bodyOf<{ id: string }>(
      await of.post(`/api/buttonaufgabe/patient/${conversation.caseId}`, { consent: true, assistants: true }),
      201,
    );
    bodyOf(await of.post(`/api/sendings/${sent.id}/withdraw`, {}));
    expect(await statusOf(otherAssistant, conversation.caseId)).toBe(404);
    bodyOf(await of.post(`/api/buttonaufgabe/patient/${conversation.caseId}`, { consent: true }), 201);
    expect(await statusOf(otherAssistant, conversation.caseId)).toBe(404);
  });

  test('does not extend the consent for assistants to the next doctor', async () => {
    const conversation = await sending(true);
    const next = await inviteDoctor(house);
    await inviteAssistant(house, next);
    bodyOf(
      await answer(house, conversation, 'recommendation_different_physician', {
        recommended_doctor_id: next.accountId,
      }),
      201,
    );
    bodyOf(
      await as(conversation.patient).post(`/api/process/${conversation.caseId}/handover`, {
        doctor: next.accountId,
        consent: true,
      }),
    );
    expect(await statusOf(otherAssistant, conversation.caseId)).toBe(404);
    // A page from before the hand-over still asks about the assistants of the first doctor.
    const old = { allows: true, doctor_id: otherDoctor.accountId };
    const late = await as(conversation.patient).put(`/api/process/${conversation.caseId}/assistants`, old);
    expect(late.statusCode).toBe(409);
    expect((await pageOf(house, conversation, conversation.patient)).assistants).toMatchObject({ allowed: false });
  });

  test('names no assistants who no longer work for the doctor', async () => {
    const alone = await inviteDoctor(house);
    const conversation = await sentCase(house, { doctor: alone });
    expect((await pageOf(house, conversation, conversation.patient)).assistants).toBeUndefined();
  });
});

describe('An invitation', () => {
  test('can be opened only by its link, once, within a week', async () => {
    const doctor = await inviteDoctor(house);
    const email = newEmail();
    bodyOf(await invite(doctor, email), 201);
    expect(bodyOf<ProblemBody>(await invite(doctor, email), 422).errors).toMatchObject([{ code: 'alreadyInvited' }]);
    expect(bodyOf<ProblemBody>(await invite(doctor, doctor.email), 422).errors).toMatchObject([{ code: 'ownAddress' }]);
    const [row] = await listed(doctor);
    expect(row).toMatchObject({ state: 'invited', email, since: null });
    const first = await linkToken(house, email);
    const join = (token: string) =>
      requestsAs(house.app).post('/account/join', { token, password, confirm_password: password });
    bodyOf(await as(doctor).post(`/api/assistants/${row?.id}/invite`, {}));
    expect((await as(otherDoctor).post(`/api/assistants/${row?.id}/invite`, {})).statusCode).toBe(404);
    expect(bodyOf<ProblemBody>(await join(first), (await join(first)).statusCode).code).toBe('link_expired');
    const second = await linkToken(house, email);
    expect(bodyOf(await join(second))).toEqual({ email });
    expect((await join(second)).json<ProblemBody>().code).toBe('link_expired');
    expect((await signIn(house.app, email)).token).toBeTruthy();
  });

  test('grants nothing after it was withdrawn or expired', async () => {
    const doctor = await inviteDoctor(house);
    const [early, late] = [newEmail(), newEmail()];
    bodyOf(await invite(doctor, early), 201);
    const token = await linkToken(house, early);
    bodyOf(await end((await listed(doctor))[0]?.id ?? '', doctor));
    expect(await listed(doctor)).toEqual([]);
    const join = (given: string) =>
      requestsAs(house.app).post('/account/join', { token: given, password, confirm_password: password });
    expect((await join(token)).json<ProblemBody>().code).toBe('link_expired');
    bodyOf(await invite(doctor, late), 201);
    const expiring = await linkToken(house, late);
    house.clock.advance(8 * dayMs);
    expect((await join(expiring)).json<ProblemBody>().code).toBe('link_expired');
    const again = await signInAgain(house.app, doctor);
    expect(await listed(again)).toMatchObject([{ state: 'expired' }]);
    bodyOf(await invite(again, late), 201);
  });

  test('is deleted with its address a week after it expired', async () => {
    const doctor = await inviteDoctor(house);
    const email = newEmail();
    bodyOf(await invite(doctor, email), 201);
    const listedAfter = async (days: number) => {
      house.clock.advance(days * dayMs);
      await sweepAssistantInvitations(house.kernel);
      return listed(await signInAgain(house.app, doctor));
    };
    expect(await listedAfter(8)).toMatchObject([{ state: 'expired' }]);
    expect(await listedAfter(7)).toEqual([]);
    expect(await house.kernel.db.$count(assistants, eq(assistants.email, email))).toBe(0);
  });

  test('from a second doctor expires after a week', async () => {
    const [first, second] = [await inviteDoctor(house), await inviteDoctor(house)];
    const assistant = await inviteAssistant(house, first);
    bodyOf(await invite(second, assistant.email), 201);
    const states = async (who: Person) => (await practices(who)).map(({ state }) => state).sort();
    expect(await states(assistant)).toEqual(['invited', 'open']);
    house.clock.advance(8 * dayMs);
    expect(await states(await signInAgain(house.app, assistant))).toEqual(['open']);
  });

  test('from a second doctor is decided only by the assistant, when signed in', async () => {
    const [first, second, third] = [await inviteDoctor(house), await inviteDoctor(house), await inviteDoctor(house)];
    const assistant = await inviteAssistant(house, first);
    for (const doctor of [second, third]) bodyOf(await invite(doctor, assistant.email), 201);
    expect(await linkToken(house, assistant.email)).toBe(await linkToken(house, assistant.email));
    const offers = (await practices(assistant)).filter(({ state }) => state === 'invited');
    expect(offers).toHaveLength(2);
    const say = (id: string, who: Person, accepts: boolean) => as(who).post(`/api/practices/${id}/answer`, { accepts });
    const idOf = (doctor: Person) => offers.find((offer) => offer.doctor.id === doctor.accountId)?.id ?? '';
    const stranger = await inviteAssistant(house, third);
    for (const who of [stranger, first, second]) expect((await say(idOf(second), who, true)).statusCode).toBe(404);
    bodyOf(await say(idOf(second), assistant, true));
    bodyOf(await say(idOf(third), assistant, false));
    expect((await practices(assistant)).map(({ state }) => state)).toEqual(['open', 'open']);
    const conversation = await sentCase(house, { doctor: second });
    bodyOf(await allow(conversation.caseId, conversation.patient));
    expect(await statusOf(assistant, conversation.caseId)).toBe(200);
    // The assistant leaves one of them.
    bodyOf(await end(idOf(second), assistant));
    expect(await statusOf(assistant, conversation.caseId)).toBe(404);
  });

  test('to an address of another kind of account notifies its owner, not the doctor', async () => {
    const doctor = await inviteDoctor(house);
    const patient = await signUpPatient(house);
    const stranger = newEmail();
    const invited = [bodyOf<Assistant>(await invite(doctor, patient.email), 201)];
    invited.push(bodyOf<Assistant>(await invite(doctor, stranger), 201));
    expect(new Set(invited.map(({ state, since, name }) => JSON.stringify([state, since, name]))).size).toBe(1);
    const [letter] = await house.outbox(patient.email);
    expect(letter?.text).toContain('andere Adresse');
    expect(letter?.text).not.toContain('token=');
    expect((await as(patient).get('/api/practices')).statusCode).toBe(404);
  });
});

test('a doctor who has left has no assistants', async () => {
  const doctor = await inviteDoctor(house);
  const assistant = await inviteAssistant(house, doctor);
  const conversation = await sentCase(house, { doctor });
  bodyOf(await allow(conversation.caseId, conversation.patient));
  expect(await statusOf(assistant, conversation.caseId)).toBe(200);
  await house.kernel.db.execute(sql`update accounts set deactivated_at = now() where id = ${doctor.accountId}`);
  expect(await statusOf(assistant, conversation.caseId)).toBe(404);
  expect(await practices(assistant)).toEqual([]);
});

test('an assistant who requests erasure loses all cases at once; their name stays', async () => {
  const doctor = await inviteDoctor(house);
  const assistant = await inviteAssistant(house, doctor);
  const conversation = await sentCase(house, { doctor });
  bodyOf(await allow(conversation.caseId, conversation.patient));
  bodyOf(
    await as(assistant).post(`/api/messages/${conversation.caseId}`, { subject: 'Guten Tag', message: 'Danke.' }),
    201,
  );
  bodyOf(await as(assistant).post('/account/erasure', { current_password: password }));
  expect(await statusOf(assistant, conversation.caseId)).toBe(404);
  expect((await listed(doctor))[0]).toMatchObject({ state: 'ended' });
  const told = (await house.outbox(assistant.email)).find(({ subject }) => subject === 'Ihr Konto wird gelöscht');
  expect(told?.text).toContain('arbeiten Sie für keine Praxis mehr');
  expect(told?.text).not.toMatch(/Ihre Briefe|beantworten/);
  expect((await pageOf(house, conversation, conversation.patient)).timeline.at(-1)?.by.name).toBe('Anna Muster');
});
