import type { Absence } from '@konsil/contracts/absences';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { DeputyCase } from '@konsil/contracts/deputy-cases';
import type { Deputy } from '@konsil/contracts/deputy-states';
import type { DoctorPage } from '@konsil/contracts/doctors';
import type { Message } from '@konsil/contracts/messages';
import type { AuditEntry, Consent } from '@konsil/contracts/privacy';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer, RequestPreview } from '@konsil/contracts/requests';
import type { SecondLook } from '@konsil/contracts/second-look-schema';
import { pathOf, type RouteContract } from '@konsil/contracts/route';
import { routes } from '@konsil/contracts/routes';
import { sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { sweepDeputies } from '@konsil/server-consultation/deputies/deputies';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';
import { actingAs } from '@konsil/server-domain/database/roles';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, bodyOf, newCase, pageOf, send, sentCase, type Conversation } from '../support/cases.ts';
import { aConversation, type FullConversation } from '../support/conversation.ts';
import { inviteDoctor, requestsAs, signInAgain, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let deputy: Person;
let stranger: Person;
let otherPatient: Person;
beforeAll(async () => {
  house = await testApp();
  [deputy, stranger, otherPatient] = [
    await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen' }),
    await inviteDoctor(house),
    await signUpPatient(house),
  ];
});

const today = () => dayOf(house.kernel.clock.now());
const as = (person: Person) => requestsAs(house.app, person);
const planning = (doctor: Person, by: Person | null = deputy, from = 0, to = 9) =>
  as(doctor).post('/api/absences', {
    from: addDays(today(), from),
    to: addDays(today(), to),
    deputy: by?.accountId ?? null,
  });
const plan = async (...given: Parameters<typeof planning>): Promise<Absence> =>
  bodyOf<Absence>(await planning(...given), 201);
const decide = (id: string, who: Person, agrees = true) => as(who).post(`/api/deputies/${id}/consent`, { agrees });
const end = (id: string, who: Person) => as(who).post(`/api/deputies/${id}/end`, {});
const listed = async (who = deputy) => bodyOf<DeputyCase[]>(await as(who).get('/api/deputies'));
const pageBy = (who: Person, { caseId }: Pick<Conversation, 'caseId'>) => as(who).get(`/api/processoverview/${caseId}`);
const deputyOf = async (conversation: Conversation): Promise<Deputy> => {
  const [newest] = (await pageOf(house, conversation, conversation.patient)).deputies ?? [];
  if (!newest) throw new Error('Nobody is named in this case.');
  return newest;
};
const conversationOf = ({ ids, ...people }: FullConversation): Conversation => ({
  ...people,
  patientId: ids.patient,
  caseId: ids.case,
});
/** A sent case whose doctor is away from today on, with the deputy's row; `agrees`: the patient agreed. */
const underDeputy = async (agrees = true): Promise<Conversation & { row: Deputy; absence: Absence }> => {
  const conversation = await sentCase(house);
  const absence = await plan(conversation.doctor);
  const row = await deputyOf(conversation);
  if (agrees) bodyOf(await decide(row.id, conversation.patient));
  return { ...conversation, row, absence };
};
const recommend = async (conversation: Conversation, { accountId }: Person) =>
  bodyOf(
    await answer(house, conversation, 'recommendation_different_physician', { recommended_doctor_id: accountId }),
    201,
  );
const handOver = async (conversation: Conversation, to: Person): Promise<void> => {
  const handed = { doctor: to.accountId, consent: true };
  bodyOf(await as(conversation.patient).post(`/api/process/${conversation.caseId}/handover`, handed));
};
const subjects = async ({ email }: Person) => (await house.outbox(email)).map(({ subject }) => subject ?? '');

const addressed = (Object.entries(routes) as [string, RouteContract][]).filter(
  // The call that ends the access is tested by itself.
  ([name, { path, console }]) => /:(id|documentId)\b/.test(path) && console !== 'only' && name !== 'endDeputy',
);
/** Every call that a deputy may make in the case; all others are refused as to a stranger. */
const ofDeputy = [
  'addTodo',
  'answerPatient',
  'fetchFromArchive',
  'getAnswerLetter',
  'getAppointmentFile',
  'getCase',
  'getDocument',
  'getDocumentFile',
  'getDocumentHistory',
  'getMarkedMeasurements',
  'getTodo',
  'listCaseArchives',
  'listCaseMessages',
  'listCaseTodos',
  'listDocumentPictures',
  'listDocuments',
  'listPreparedDrafts',
  'listReportImages',
  'openViewer',
  'openedCase',
  'previewAnswerLetter',
  'saveLetterRecipients',
  'searchCaseArchive',
  'sendMessage',
  'takeBackCase',
  'takePreparedDraft',
  'updateMessage',
  'updateTodo',
  'uploadDocument',
];
/** The ids that a route may be called with: of the whole case, and of the kind of thing that its path names. */
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
/** The routes that respond to the deputy otherwise than to a stranger. */
const openRoutes = async (conversation: FullConversation, row: string, names?: string[]): Promise<string[]> => {
  const open = new Set<string>();
  for (const [name, { method, path }] of addressed) {
    if (names && !names.includes(name)) continue;
    for (const id of idsFor(path, conversation, row)) {
      const { statusCode } = await house.app.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url: pathOf({ path }, { id, documentId: id, answerValue: 'final_answer', titleValue: 'none' }),
        ...(method === 'GET' ? {} : { payload: {} }),
        headers: { authorization: `Token ${deputy.token}`, 'x-csrftoken': deputy.csrf },
      });
      if (![404, 401].includes(statusCode)) open.add(name);
    }
  }
  return [...open].sort();
};

describe('A deputy', () => {
  let theirs: FullConversation;
  let conversation: Conversation;
  let absence: Absence;
  let row: Deputy;
  beforeAll(async () => {
    theirs = await aConversation(house);
    conversation = conversationOf(theirs);
  });

  test('must be another doctor who is present on these days', async () => {
    const faults = async (by: Person) => bodyOf<ProblemBody>(await planning(theirs.doctor, by), 422).errors;
    expect(await faults(theirs.doctor)).toMatchObject([{ path: 'deputy', code: 'doctorMissing' }]);
    expect(await faults(otherPatient)).toMatchObject([{ path: 'deputy', code: 'doctorMissing' }]);
    const away = await inviteDoctor(house);
    await plan(away, null, 9, 12);
    expect(await faults(away)).toMatchObject([{ path: 'deputy', code: 'deputyAway' }]);
    absence = await plan(theirs.doctor);
    expect(absence.deputy).toEqual({ id: deputy.accountId, name: 'Dr. med. Ruth Ohlsen' });
    row = await deputyOf(conversation);
  });

  test('is shown to patients by name before they decide', async () => {
    const of = as(theirs.patient);
    const named = { id: deputy.accountId, name: 'Dr. med. Ruth Ohlsen' };
    const away = { from: absence.from, to: absence.to, deputy: named };
    expect(bodyOf<DoctorPage>(await of.get(`/api/doctors/${theirs.doctor.accountId}`)).away).toEqual(away);
    const page = await pageOf(house, conversation, theirs.patient);
    expect(page.doctor.away).toEqual(away);
    expect(page.deputies).toMatchObject([
      { state: 'asked', deputy: { name: named.name }, from: absence.from, until: absence.to, mine: false },
    ]);
    expect(page.timeline.at(-1)).toMatchObject({ kind: 'deputy_asked', subject: named.name });
    expect((await subjects(theirs.patient)).filter((one) => one.includes('Vertretung'))).toHaveLength(1);
  });

  test('sees nothing before the patient agrees', async () => {
    expect((await pageBy(deputy, conversation)).statusCode).toBe(404);
    expect(await listed()).toEqual([]);
    expect((await as(deputy).get(`/api/individualdocument/get/${theirs.ids.document}`)).statusCode).toBe(404);
    expect((await subjects(deputy)).filter((one) => one.includes('vertreten'))).toEqual([]);
    expect(await openRoutes(theirs, row.id, ofDeputy)).toEqual([]);
  });

  test('is accepted or refused once, and only by the patient of the case', async () => {
    for (const who of [deputy, theirs.doctor, stranger, otherPatient])
      expect((await decide(row.id, who)).statusCode).toBe(404);
    expect(bodyOf<Deputy>(await decide(row.id, theirs.patient))).toMatchObject({ state: 'open', mine: false });
    expect((await decide(row.id, theirs.patient, false)).statusCode).toBe(409);
    expect((await subjects(deputy)).filter((one) => one.includes('vertreten'))).toHaveLength(1);
  });

  test('has the case in a list of its own, and in no other list or search', async () => {
    expect(await listed()).toMatchObject([
      { case: { id: theirs.ids.case }, deputy: { id: row.id, mine: true, until: absence.to } },
    ]);
    expect(await listed(stranger)).toEqual([]);
    const lists = ['process', 'messagesoverview', 'aufgabenoverview', 'patientsoverview', 'search?q=Knoten'];
    const texts = await Promise.all(lists.map(async (path) => (await as(deputy).get(`/api/${path}`)).body));
    texts.push((await as(deputy).get('/account/dashboarddata')).body);
    for (const text of texts) for (const id of Object.values(theirs.ids)) expect(text).not.toContain(id);
  });

  test('may use exactly these routes of the case', async () => {
    expect(await openRoutes(theirs, row.id)).toEqual(ofDeputy);
  });

  test('has no access to the patient record, or to the doctor’s drafts and own data', async () => {
    const get = async (path: string) => (await as(deputy).get(path)).statusCode;
    for (const path of [
      `/api/patient/${theirs.ids.patient}`,
      `/api/epikrise/${theirs.ids.patient}`,
      `/api/processoverview/${theirs.ids.draftCase}`,
      `/api/individualdocument/get/${theirs.ids.draftDocument}`,
      `/fhir/Patient/${theirs.ids.patient}`,
      '/api/patient/00000000-0000-4000-8000-000000000000',
    ])
      expect([path, await get(path)]).toEqual([path, 404]);
    const triage = await as(deputy).post('/api/triage', { cases: [{ id: theirs.ids.case, priority: 'high' }] });
    expect(triage.statusCode).toBe(404);
  });

  test('reaches only the rows of this case in SQL', async () => {
    await house.kernel.db.transaction(async (tx) => {
      const ids = async (name: string) => (await tx.execute(sql`select id from ${sql.identifier(name)}`)).rows;
      expect(await ids('cases')).toEqual([{ id: theirs.ids.case }]);
      expect(await ids('messages')).toEqual([{ id: theirs.ids.message }]);
      for (const name of ['epicrisis_versions', 'drafts', 'doctor_letters', 'health_profiles', 'share_links'])
        expect([name, (await tx.execute(sql`select 1 from ${sql.identifier(name)}`)).rows]).toEqual([name, []]);
      expect((await tx.execute(sql`update patients set version = version + 1`)).rowCount).toBe(0);
    }, actingAs(deputy.accountId));
  });

  test('writes under their own name, for the doctor', async () => {
    const sent = bodyOf<Message>(
      await as(deputy).post(`/api/messages/${theirs.ids.case}`, { subject: 'Vertretung', message: 'Ich bin da.' }),
      201,
    );
    expect(sent.sender).toEqual({ role: 'doctor', name: 'Dr. med. Ruth Ohlsen' });
    const reply = await as(theirs.patient).post(`/api/messages/${theirs.ids.case}`, {
      subject: 'Antwort',
      message: 'Seit März.',
    });
    bodyOf(reply, 201);
    const told = await subjects(deputy);
    expect(told.filter((one) => one.includes('Nachricht'))).toHaveLength(1);
  });

  test('has a draft separate from the doctor’s', async () => {
    const key = `answer:${theirs.ids.case}`;
    const write = (who: Person, text: string) => as(who).put(`/account/drafts/${key}`, { content: { answer: text } });
    bodyOf(await write(deputy, 'Von der Vertretung'));
    bodyOf(await write(theirs.doctor, 'Vom Arzt'));
    expect((await as(deputy).get(`/account/drafts/${key}`)).body).toContain('Von der Vertretung');
    expect((await as(theirs.doctor).get(`/account/drafts/${key}`)).body).toContain('Vom Arzt');
    expect((await write(stranger, 'x')).statusCode).toBe(404);
  });

  test('cannot propose appointments, as they may fall after the last day', async () => {
    const at = new Date(house.kernel.clock.now().getTime() + 3 * dayMs).toISOString();
    const proposed = await answer(
      house,
      { ...conversation, doctor: deputy },
      'schedule_appointment',
      { appointments: [at], deadline: '2030-01-31' },
      'book_appointment',
    );
    expect(proposed.statusCode).toBe(409);
  });

  test('can answer; the doctor sees that answer before sending another', async () => {
    const before = await pageOf(house, conversation, theirs.doctor);
    const given = bodyOf<Answer>(await answer(house, { ...conversation, doctor: deputy }, 'question_to_patient'), 201);
    expect(given).toMatchObject({ answered_by: 'Dr. med. Ruth Ohlsen', answered_for: before.doctor.name });
    // The patient replies, so that the case waits for a doctor again, without a new request.
    bodyOf(await as(theirs.patient).post(`/api/messages/${theirs.ids.case}`, { subject: 'A', message: 'Ja.' }), 201);
    const late = await answer(house, conversation, 'final_answer', {
      last_answer_id: before.last_answer?.id,
      question_answers: [{ question_id: before.questions[0]?.id ?? '', text: 'Nein.' }],
    });
    expect(bodyOf<ProblemBody & { current: ProcessOverview }>(late, 409)).toMatchObject({
      code: 'version_conflict',
      current: { last_answer: { id: given.id } },
    });
    for (const who of [theirs.patient, theirs.doctor])
      expect((await pageOf(house, conversation, who)).answers.at(-1)).toMatchObject({
        answered_by: 'Dr. med. Ruth Ohlsen',
        answered_for: before.doctor.name,
      });
    expect((await pageOf(house, conversation, theirs.doctor)).deputies).toMatchObject([{ state: 'open' }]);
  });

  test("is in the patient's access log with each act", async () => {
    const { items } = bodyOf<{ items: AuditEntry[] }>(
      await as(theirs.patient).get(`/api/audit/${theirs.ids.patient}?who=all&result=allowed&limit=200`),
    );
    const acts = new Set(items.filter(({ actor }) => actor.name.includes('Ohlsen')).map(({ action }) => action));
    for (const action of ['case.list', 'case.read', 'case.answer', 'message.write', 'document.read'])
      expect(acts).toContain(action);
    expect(items.map(({ action }) => action)).toContain('consent.give');
  });
});

describe('A request during the absence', () => {
  const sending = async (agreed: Person | null) => {
    const conversation = await newCase(house);
    await plan(conversation.doctor);
    await addLetter(house, conversation);
    const of = as(conversation.patient);
    const preview = bodyOf<RequestPreview>(await of.get(`/api/process/${conversation.caseId}/preview`));
    expect(preview.doctor.away?.deputy).toEqual({ id: deputy.accountId, name: 'Dr. med. Ruth Ohlsen' });
    const sent = await of.post(`/api/buttonaufgabe/patient/${conversation.caseId}`, {
      consent: true,
      ...(agreed && { deputy: agreed.accountId }),
    });
    return { conversation, sent };
  };

  test('names the deputy in its consent if the patient wants it', async () => {
    const { conversation, sent } = await sending(deputy);
    bodyOf(sent, 201);
    expect((await pageBy(deputy, conversation)).statusCode).toBe(200);
    expect(await deputyOf(conversation)).toMatchObject({ state: 'open' });
    bodyOf(await as(deputy).post(`/api/process/${conversation.caseId}/opened`, {}));
    // The page says that the doctor opened it, who did not.
    expect((await pageOf(house, conversation, conversation.patient)).opened_at).toBeNull();
  });

  test('shows the deputy nothing if the patient did not choose it', async () => {
    const { conversation, sent } = await sending(null);
    bodyOf(sent, 201);
    expect((await pageBy(deputy, conversation)).statusCode).toBe(404);
    expect(await deputyOf(conversation)).toMatchObject({ state: 'asked' });
  });

  test('is refused if the consent names a different deputy', async () => {
    const { conversation, sent } = await sending(stranger);
    expect(bodyOf<ProblemBody>(sent, 422).errors).toMatchObject([{ path: 'deputy' }]);
    expect((await pageOf(house, conversation, conversation.patient)).status).toBe('draft');
  });

  test('revokes its consent to the deputy when it is withdrawn', async () => {
    const { conversation, sent } = await sending(deputy);
    const { id } = bodyOf<{ id: string }>(sent, 201);
    const withdrawn = await as(conversation.patient).post(`/api/sendings/${id}/withdraw`, {});
    bodyOf(withdrawn);
    expect((await pageBy(deputy, conversation)).statusCode).toBe(404);
    const consents = bodyOf<Consent[]>(await as(conversation.patient).get('/account/consents'));
    expect(consents.filter(({ kind, withdrawn_at: at }) => kind === 'deputy' && at === null)).toEqual([]);
  });

  test('asks for the consent again when it is re-sent after a withdrawal', async () => {
    for (const agreed of [deputy, null]) {
      const { conversation, sent } = await sending(agreed);
      const { id } = bodyOf<{ id: string }>(sent, 201);
      bodyOf(await as(conversation.patient).post(`/api/sendings/${id}/withdraw`, {}));
      bodyOf(await send(house, conversation), 201);
      expect(await deputyOf(conversation)).toMatchObject({ state: 'asked' });
      expect((await pageBy(deputy, conversation)).statusCode).toBe(404);
      bodyOf(await decide((await deputyOf(conversation)).id, conversation.patient));
      expect((await pageBy(deputy, conversation)).statusCode).toBe(200);
    }
  });
});

describe('A deputy has no access', () => {
  const expectClosed = async (conversation: Conversation) => {
    expect((await pageBy(deputy, conversation)).statusCode).toBe(404);
    const written = await as(deputy).post(`/api/messages/${conversation.caseId}`, { subject: 'A', message: 'B' });
    expect(written.statusCode).toBe(404);
    const drafted = await as(deputy).put(`/account/drafts/answer:${conversation.caseId}`, { content: { answer: 'A' } });
    expect(drafted.statusCode).toBe(404);
    expect((await listed()).map((one) => one.case.id)).not.toContain(conversation.caseId);
  };
  const draftsOf = async (caseId: string) =>
    (
      await house.kernel.db.execute(
        sql`select 1 from drafts where case_id = ${caseId} and account_id = ${deputy.accountId}`,
      )
    ).rows.length;

  test('after the patient refused; the patient is not asked again', async () => {
    const { row, ...conversation } = await underDeputy(false);
    bodyOf(await decide(row.id, conversation.patient, false));
    await expectClosed(conversation);
    expect((await pageOf(house, conversation, conversation.doctor)).deputies).toMatchObject([{ state: 'refused' }]);
    expect((await pageOf(house, conversation, conversation.patient)).timeline.at(-1)).toMatchObject({
      kind: 'deputy_refused',
    });
  });

  test('after the patient, the doctor or the deputy ended it; others cannot', async () => {
    for (const who of ['patient', 'doctor', 'deputy'] as const) {
      const conversation = await underDeputy();
      const { row } = conversation;
      for (const other of [stranger, otherPatient]) expect((await end(row.id, other)).statusCode).toBe(404);
      bodyOf(await as(deputy).put(`/account/drafts/answer:${conversation.caseId}`, { content: { answer: 'A' } }));
      bodyOf(await end(row.id, who === 'deputy' ? deputy : conversation[who]));
      await expectClosed(conversation);
      expect(await draftsOf(conversation.caseId)).toBe(0);
      expect(await deputyOf(conversation)).toMatchObject({ state: 'ended' });
    }
  });

  test('when the patient withdraws the consent on the consents page', async () => {
    const conversation = await underDeputy();
    const of = as(conversation.patient);
    const [given] = bodyOf<Consent[]>(await of.get('/account/consents')).filter(({ kind }) => kind === 'deputy');
    expect(given).toMatchObject({ doctor_name: 'Dr. med. Ruth Ohlsen', withdrawn_at: null });
    bodyOf(await of.post(`/account/consents/${given?.id}/withdraw`, {}));
    await expectClosed(conversation);
    expect((await pageOf(house, conversation, conversation.doctor)).shared).toBe(true);
  });

  test('once the doctor is back, or ends the sharing', async () => {
    const back = await underDeputy();
    bodyOf(await as(back.doctor).post(`/api/absences/${back.absence.id}/end`, {}));
    await expectClosed(back);
    const unshared = await underDeputy();
    bodyOf(await as(deputy).put(`/account/drafts/answer:${unshared.caseId}`, { content: { answer: 'A' } }));
    const of = as(unshared.patient);
    const consents = bodyOf<Consent[]>(await of.get('/account/consents'));
    const sending = consents.find(({ kind, withdrawn_at: at }) => kind === 'send_to_doctor' && at === null);
    bodyOf(await of.post(`/account/consents/${sending?.id}/withdraw`, {}));
    await expectClosed(unshared);
    expect(await draftsOf(unshared.caseId)).toBe(0);
    bodyOf(await of.post(`/api/process/${unshared.caseId}/share`, { consent: true }));
    await expectClosed(unshared);
  });

  test('with a hand-over to another doctor', async () => {
    const conversation = await underDeputy();
    bodyOf(await as(deputy).put(`/account/drafts/message:${conversation.caseId}`, { content: { message: 'A' } }));
    await recommend(conversation, stranger);
    await handOver(conversation, stranger);
    await expectClosed(conversation);
    expect(await draftsOf(conversation.caseId)).toBe(0);
  });

  test('when either doctor is locked', async () => {
    const conversation = await underDeputy();
    await house.kernel.db.execute(
      sql`update accounts set deactivated_at = now() where id = ${conversation.doctor.accountId}`,
    );
    await expectClosed(conversation);
  });

  test('before the absence begins', async () => {
    const conversation = await sentCase(house);
    await plan(conversation.doctor, deputy, 3, 9);
    const row = await deputyOf(conversation);
    expect(bodyOf<Deputy>(await decide(row.id, conversation.patient)).state).toBe('agreed');
    await expectClosed(conversation);
    house.clock.advance(3 * dayMs);
    deputy = await signInAgain(house.app, deputy);
    expect((await pageBy(deputy, conversation)).statusCode).toBe(200);
    house.clock.advance(7 * dayMs);
    deputy = await signInAgain(house.app, deputy);
    await expectClosed(conversation);
  });

  test('after the last day, and their drafts are deleted', async () => {
    const conversation = await underDeputy();
    bodyOf(await as(deputy).put(`/account/drafts/answer:${conversation.caseId}`, { content: { answer: 'A' } }));
    expect(await draftsOf(conversation.caseId)).toBe(1);
    house.clock.advance(9 * dayMs);
    deputy = await signInAgain(house.app, deputy);
    expect((await pageBy(deputy, conversation)).statusCode).toBe(200);
    house.clock.advance(dayMs);
    deputy = await signInAgain(house.app, deputy);
    await expectClosed(conversation);
    const patient = await signInAgain(house.app, conversation.patient);
    const consents = async () =>
      bodyOf<Consent[]>(await as(patient).get('/account/consents')).filter(({ kind }) => kind === 'deputy');
    expect((await consents()).every(({ withdrawn_at: at }) => at !== null)).toBe(true);
    await house.kernel.db.transaction((tx) => sweepDeputies(tx, house.kernel.clock.now()));
    expect(await draftsOf(conversation.caseId)).toBe(0);
    expect((await consents()).every(({ withdrawn_at: at }) => at !== null)).toBe(true);
  });
});

test('a deputy who will be absent is removed, and the doctor is notified', async () => {
  const colleague = await inviteDoctor(house, { first_name: 'Jana', last_name: 'Vogt' });
  const [open, asked, later] = [await sentCase(house), await sentCase(house), await sentCase(house)];
  for (const [conversation, from, to] of [
    [open, 0, 9],
    [asked, 0, 9],
    [later, 12, 14],
  ] as const)
    await plan(conversation.doctor, colleague, from, to);
  for (const conversation of [open, later])
    bodyOf(await decide((await deputyOf(conversation)).id, conversation.patient));
  await plan(colleague, null, 9, 11);
  expect((await pageBy(colleague, open)).statusCode).toBe(404);
  for (const conversation of [open, asked]) {
    expect(await deputyOf(conversation)).toMatchObject({ state: 'ended' });
    const page = await pageOf(house, conversation, conversation.patient);
    expect(page.timeline.at(-1)).toMatchObject({ kind: 'deputy_ended' });
    expect(page.doctor.away?.deputy).toBeUndefined();
    expect((await subjects(conversation.doctor)).filter((one) => one.includes('Vertretung'))).toEqual([
      'Ihre Vertretung bei Konsil fällt aus',
    ]);
  }
  expect(await deputyOf(later)).toMatchObject({ state: 'agreed' });
  const faults = bodyOf<ProblemBody>(await planning(later.doctor, colleague, 10, 10), 422).errors;
  expect(faults).toMatchObject([{ path: 'deputy', code: 'deputyAway' }]);
});

test('consent to a deputy in two absences is separate for each', async () => {
  deputy = await signInAgain(house.app, deputy);
  const conversation = await sentCase(house);
  for (const [from, to] of [
    [0, 2],
    [5, 9],
  ])
    await plan(conversation.doctor, deputy, from, to);
  for (const { id } of (await pageOf(house, conversation, conversation.patient)).deputies ?? []) {
    house.clock.advance(minuteMs);
    bodyOf(await decide(id, conversation.patient));
  }
  house.clock.advance(6 * dayMs);
  await house.kernel.db.transaction((tx) => sweepDeputies(tx, house.kernel.clock.now()));
  const patient = await signInAgain(house.app, conversation.patient);
  deputy = await signInAgain(house.app, deputy);
  expect((await pageBy(deputy, conversation)).statusCode).toBe(200);
  const standing = bodyOf<Consent[]>(await as(patient).get('/account/consents')).filter(
    ({ kind, withdrawn_at: at }) => kind === 'deputy' && at === null,
  );
  expect(standing).toHaveLength(1);
  bodyOf(await as(patient).post(`/account/consents/${standing[0]?.id}/withdraw`, {}));
  expect((await pageBy(deputy, conversation)).statusCode).toBe(404);
});

test('a deputy recommends neither themself nor the doctor who has the case already', async () => {
  deputy = await signInAgain(house.app, deputy);
  const conversation = await underDeputy();
  for (const { accountId } of [deputy, conversation.doctor]) {
    const form = { recommended_doctor_id: accountId };
    const given = await answer(house, { ...conversation, doctor: deputy }, 'recommendation_different_physician', form);
    expect(bodyOf<ProblemBody>(given, 422).errors).toMatchObject([{ path: 'recommended_doctor_id' }]);
  }
});

test('a deputy can also give a second opinion on the case', async () => {
  deputy = await signInAgain(house.app, deputy);
  const conversation = await underDeputy();
  const asked = { colleague: deputy.accountId, question: 'Würden Sie operieren?' };
  const { id } = bodyOf<SecondLook>(
    await as(conversation.doctor).post(`/api/process/${conversation.caseId}/second-looks`, asked),
    201,
  );
  bodyOf(await as(conversation.patient).post(`/api/second-looks/${id}/consent`, { agrees: true }));
  bodyOf(await as(deputy).get(`/api/second-looks/${id}`));
  bodyOf(await as(deputy).post(`/api/second-looks/${id}/answer`, { answer: 'Nein.' }));
  expect((await as(deputy).get(`/api/second-looks/${id}`)).statusCode).toBe(404);
  expect((await pageBy(deputy, conversation)).statusCode).toBe(200);
});

test('a deputy sees the same marked changes as the doctor, after a hand-over', async () => {
  deputy = await signInAgain(house.app, deputy);
  const conversation = await sentCase(house);
  const next = await inviteDoctor(house);
  const of = as(conversation.patient);
  await recommend(conversation, next);
  house.clock.advance(minuteMs);
  const { medical_history, anamnesis, questions } = await pageOf(house, conversation, conversation.patient);
  const forms = { medical_history, anamnesis, questions: questions.map(({ id, text }) => ({ id, text })) };
  bodyOf(await of.post(`/api/generalprocessforms/${conversation.caseId}`, { ...forms, diagnosis: 'Knoten links' }));
  house.clock.advance(minuteMs);
  await handOver(conversation, next);
  await plan(next);
  bodyOf(await decide((await deputyOf(conversation)).id, conversation.patient));
  for (const who of [next, deputy]) expect((await pageOf(house, conversation, who)).changed_forms).toEqual([]);
});
