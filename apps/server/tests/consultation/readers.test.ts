import type { Dashboard } from '@konsil/contracts/cases';
import type { AuditEntry } from '@konsil/contracts/privacy';
import type { ProblemBody } from '@konsil/contracts/problem';
import { invitationDays, type Reader, type SharedPerson } from '@konsil/contracts/reader-states';
import type { SharedCase, SharedRecord } from '@konsil/contracts/readers';
import { eq, sql } from 'drizzle-orm';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { sweepInvitations } from '@konsil/server-consultation/readers/readers';
import { actingAs } from '@konsil/server-domain/database/roles';
import { accounts, documents, patientReaders } from '@konsil/server-domain/schema';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, bodyOf } from '../support/cases.ts';
import { aConversation, type FullConversation } from '../support/conversation.ts';
import { openRoutes as openRoutesIn } from '../support/open-routes.ts';
import { password, requestsAs, signInAgain, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let theirs: FullConversation;
/** Reads along. */
let mother: Person;
/** Is invited to read along, and has not decided. */
let undecided: Person;
let stranger: Person;
/** Reads somebody else along. */
let otherReader: Person;
beforeAll(async () => {
  house = await testApp();
  theirs = await aConversation(house);
  [mother, undecided, stranger, otherReader] = [
    await signUpPatient(house, { first_name: 'Hedwig', last_name: 'Lindner' }),
    await signUpPatient(house),
    await signUpPatient(house),
    await signUpPatient(house),
  ];
});

const as = (person: Person) => requestsAs(house.app, person);
const invite = (to: Person, until: string | null = null, { patient, ids } = theirs, by = patient) =>
  as(by).post(`/api/patients/${ids.patient}/readers`, { email: to.email, until });
const decide = (id: string, who: Person, accepts = true) => as(who).post(`/api/readers/${id}/answer`, { accepts });
const end = (id: string, who: Person) => as(who).post(`/api/readers/${id}/end`, {});
const sharedWith = async (who: Person) => bodyOf<SharedPerson[]>(await as(who).get('/api/readers'));
const readersOf = async ({ patient, ids } = theirs) =>
  bodyOf<Reader[]>(await as(patient).get(`/api/patients/${ids.patient}/readers`));
const record = (id: string, who: Person) => as(who).get(`/api/readers/${id}`);
const caseFor = (who: Person, { ids } = theirs) => as(who).get(`/api/shared-cases/${ids.case}`);
/** Invites somebody who accepts. */
const letIn = async (who: Person, until: string | null = null, where = theirs): Promise<string> => {
  const { id } = bodyOf<Reader>(await invite(who, until, where), 201);
  bodyOf(await decide(id, who));
  return id;
};

const ofReader = [
  'getDocument',
  'getDocumentFile',
  'getDocumentHistory',
  'getSharedCase',
  'getSharedRecord',
  'listDocumentPictures',
  'listReportImages',
  'openViewer',
];
const openRoutes = (who: Person, reader: string, names?: readonly string[]) =>
  openRoutesIn(house, theirs, who, reader, names);
const listed = async (who: Person): Promise<string> => {
  const lists = ['process', 'messagesoverview', 'aufgabenoverview', 'patientsoverview', 'search?q=Knoten'];
  const texts = await Promise.all(lists.map(async (path) => (await as(who).get(`/api/${path}`)).body));
  return texts.join('\n');
};

describe('An invitation to read along', () => {
  let id: string;

  test("can be sent only by the person's owner, and once per address", async () => {
    for (const by of [theirs.doctor, stranger, mother])
      expect((await invite(mother, null, theirs, by)).statusCode).toBe(404);
    expect((await invite(theirs.patient)).statusCode).toBe(422);
    expect((await invite(mother, '2020-01-01')).statusCode).toBe(422);
    const made = bodyOf<Reader>(await invite(mother), 201);
    expect(made).toMatchObject({ state: 'invited', email: mother.email, name: null, since: null });
    id = made.id;
    expect((await invite({ ...mother, email: mother.email.toUpperCase() })).statusCode).toBe(422);
  });

  test('contains no health data and no secret', async () => {
    const [letter] = (await house.outbox(mother.email)).filter(({ subject }) => subject?.includes('Mitlesen'));
    expect(letter?.text).toMatch(/\/patient\/shared\n/);
    for (const word of ['Knoten', theirs.ids.patient, theirs.ids.case, id]) expect(letter?.text).not.toContain(word);
  });

  test('grants nothing before it is accepted, and nothing to another address', async () => {
    expect(await openRoutes(mother, id, ofReader)).toEqual([]);
    expect(await sharedWith(mother)).toMatchObject([{ id, state: 'invited' }]);
    expect(await sharedWith(stranger)).toEqual([]);
    for (const who of [stranger, theirs.patient, theirs.doctor]) {
      expect((await decide(id, who)).statusCode).toBe(404);
      expect((await record(id, who)).statusCode).toBe(404);
    }
  });

  test('is accepted once; the owner is notified, and the address is deleted', async () => {
    expect(bodyOf<SharedPerson>(await decide(id, mother))).toMatchObject({ id, state: 'open' });
    expect((await decide(id, mother, false)).statusCode).toBe(404);
    expect(await readersOf()).toMatchObject([{ id, state: 'open', name: 'Hedwig Lindner', email: null }]);
    const told = (await house.outbox(theirs.patient.email)).filter(({ subject }) => subject?.includes('angenommen'));
    expect(told).toHaveLength(1);
    expect((await invite(mother)).statusCode).toBe(422);
  });

  test('shows the reader what was sent and opened, without messages, ToDos and summaries', async () => {
    const shared = bodyOf<SharedRecord>(await record(id, mother));
    expect(shared.cases).toMatchObject([{ id: theirs.ids.case, unopened: true }]);
    const before = bodyOf<SharedCase>(await caseFor(mother));
    expect([before.answers, before.unopened]).toEqual([[], true]);
    expect(before.documents.map((document) => document.id)).toEqual([theirs.ids.document]);
    bodyOf(await as(theirs.patient).get(`/api/processoverview/${theirs.ids.case}`));
    const after = bodyOf<SharedCase>(await caseFor(mother));
    expect(after).toMatchObject({ unopened: false, answers: [{ id: theirs.ids.answer }], requests: [{}] });
    expect(after.timeline.map(({ kind }) => kind)).toEqual(['request_sent', 'answer_sent']);
    for (const word of ['Seit wann?', 'TSH nachreichen', 'Zweite Frage'])
      expect(JSON.stringify(after)).not.toContain(word);
  });

  test('opens the documents that were sent, and no others', async () => {
    const file = bodyOf<{ Filelocation: string }>(
      await as(mother).get(`/api/individualdocument/get/${theirs.ids.document}`),
    );
    expect((await house.app.inject({ url: new URL(file.Filelocation, 'http://localhost').pathname })).statusCode).toBe(
      200,
    );
    const { patient, doctor, ids } = theirs;
    const conversation = { patient, doctor, patientId: ids.patient, caseId: ids.case };
    const unsent = await addLetter(house, conversation);
    for (const document of [unsent, theirs.ids.draftDocument])
      expect((await as(mother).get(`/api/individualdocument/get/${document}`)).statusCode).toBe(404);
    expect(bodyOf<SharedCase>(await caseFor(mother)).documents.map((document) => document.id)).toEqual([ids.document]);
    expect((await as(mother).get(`/api/shared-cases/${ids.draftCase}`)).statusCode).toBe(404);
  });

  test("keeps the doctor's additions unread for the owner when the reader opens them", async () => {
    const { patient, doctor, ids } = theirs;
    const added = await addLetter(house, { patient, doctor, patientId: ids.patient, caseId: ids.case }, doctor);
    bodyOf(await as(mother).get(`/api/individualdocument/get/${added}`));
    const [row] = await house.kernel.db.select().from(documents).where(eq(documents.id, added));
    expect(row?.readAt).toBeNull();
  });

  test('gives the reader no other route or list, and other accounts no access', async () => {
    const other = await aConversation(house);
    await letIn(otherReader, null, other);
    bodyOf(await invite(undecided), 201);
    expect(await openRoutes(mother, id)).toEqual(ofReader);
    for (const who of [undecided, stranger, otherReader]) expect(await openRoutes(who, id, ofReader)).toEqual([]);
    for (const who of [mother, undecided]) {
      expect(await listed(who)).not.toContain(theirs.ids.case);
      expect(await listed(who)).not.toContain(theirs.ids.patient);
    }
    const dashboard = bodyOf<Dashboard>(await as(mother).get('/account/dashboarddata'));
    expect(dashboard).toMatchObject({ cases: [], needs_me: [], shared_with_me: [{ id, state: 'open' }] });
  });

  test('lets the reader change nothing and read no foreign rows in SQL', async () => {
    await house.kernel.db.transaction(async (tx) => {
      const rows = async (name: string) => (await tx.execute(sql`select id from ${sql.identifier(name)}`)).rows;
      expect(await rows('cases')).toEqual([{ id: theirs.ids.case }]);
      for (const name of [
        'messages',
        'todos',
        'epicrisis_versions',
        'drafts',
        'health_profiles',
        'imports',
        'share_links',
      ])
        expect([name, (await tx.execute(sql`select 1 from ${sql.identifier(name)}`)).rows]).toEqual([name, []]);
      expect((await tx.execute(sql`update cases set version = version + 1`)).rowCount).toBe(0);
      const changed = await tx.execute(sql`update patients set version = version where id = ${theirs.ids.patient}`);
      expect(changed.rowCount).toBe(0);
      await expect(
        tx.transaction(async (inner) => inner.execute(sql`update patient_readers set ends_on = null`)),
      ).rejects.toThrow();
    }, actingAs(mother.accountId));
  });

  test("is recorded in the owner's access log, which the reader cannot see", async () => {
    const { items } = bodyOf<{ items: AuditEntry[] }>(
      await as(theirs.patient).get(`/api/audit/${theirs.ids.patient}?who=all&result=allowed&limit=200`),
    );
    const by = items.filter(({ actor }) => actor.name === 'Hedwig Lindner').map(({ action }) => action);
    expect(by).toEqual(expect.arrayContaining(['reader.accept', 'patient.read', 'case.read', 'document.read']));
    expect((await as(mother).get(`/api/audit/${theirs.ids.patient}`)).statusCode).toBe(404);
  });

  test('that is declined does not reveal a name to the owner, and adds no reader', async () => {
    const wrong = await signUpPatient(house, { first_name: 'Jutta', last_name: 'Fremd' });
    const where = await aConversation(house);
    const invited = bodyOf<Reader>(await invite(wrong, null, where), 201);
    expect((await decide(invited.id, wrong, false)).statusCode).toBe(200);
    const log = await as(where.patient).get(`/api/audit/${where.ids.patient}?who=all&result=allowed&limit=200`);
    const { items, people } = bodyOf<{ items: AuditEntry[]; people: number }>(log);
    expect(items.find(({ action }) => action === 'reader.refuse')?.actor).toMatchObject({ role: 'patient', name: '' });
    expect(log.body).not.toContain('Fremd');
    // The doctor alone.
    expect(people).toBe(1);
  });

  test('requires authentication within the last ten minutes', async () => {
    house.clock.advance(11 * minuteMs);
    const refused = await invite(stranger);
    expect([refused.statusCode, refused.json<ProblemBody>().code]).toEqual([403, 'proof_needed']);
  });
});

describe('A reader has no access', () => {
  let where: FullConversation;
  let reader: Person;
  let id: string;
  beforeAll(async () => {
    where = await aConversation(house);
    reader = await signUpPatient(house);
  });
  // Each test ends the access, so that they can be invited again.
  beforeEach(async () => {
    Object.assign(where.patient, await signInAgain(house.app, where.patient));
    id = await letIn(reader, null, where);
    expect((await caseFor(reader, where)).statusCode).toBe(200);
  });
  const expectClosed = async () => {
    Object.assign(reader, await signInAgain(house.app, reader));
    expect((await caseFor(reader, where)).statusCode).toBe(404);
    expect((await record(id, reader)).statusCode).toBe(404);
    expect((await as(reader).get(`/api/individualdocument/get/${where.ids.document}`)).statusCode).toBe(404);
    expect(await sharedWith(reader)).toEqual([]);
    await house.kernel.db.transaction(
      async (tx) => expect((await tx.execute(sql`select 1 from cases`)).rows).toEqual([]),
      actingAs(reader.accountId),
    );
  };

  test('after the owner or the reader ended it; others cannot', async () => {
    const file = bodyOf<{ Filelocation: string }>(
      await as(reader).get(`/api/individualdocument/get/${where.ids.document}`),
    );
    for (const who of [stranger, where.doctor]) expect((await end(id, who)).statusCode).toBe(404);
    bodyOf(await end(id, where.patient));
    await expectClosed();
    expect((await house.app.inject({ url: new URL(file.Filelocation, 'http://localhost').pathname })).statusCode).toBe(
      404,
    );
    expect((await house.outbox(reader.email)).some(({ subject }) => subject === 'Sie lesen nicht mehr mit')).toBe(true);
    id = await letIn(reader, null, where);
    bodyOf(await end(id, reader));
    await expectClosed();
    expect((await readersOf(where)).map(({ state }) => state)).toEqual(['ended', 'ended']);
  });

  test('after the last day', async () => {
    bodyOf(await end(id, where.patient));
    id = await letIn(reader, dayOf(house.clock.now()), where);
    expect((await caseFor(reader, where)).statusCode).toBe(200);
    await house.kernel.db.update(patientReaders).set({ endsOn: '2020-01-01' }).where(eq(patientReaders.id, id));
    expect((await caseFor(reader, where)).statusCode).toBe(404);
    expect((await record(id, reader)).statusCode).toBe(404);
    expect((await readersOf(where))[0]).toMatchObject({ state: 'ended' });
    // The owner may invite them again.
    bodyOf(await end(bodyOf<Reader>(await invite(reader, null, where), 201).id, where.patient));
  });

  test('with an invitation that was refused, taken back, or not accepted in time', async () => {
    bodyOf(await end(id, where.patient));
    id = bodyOf<Reader>(await invite(reader, null, where), 201).id;
    expect((await decide(id, reader, false)).statusCode).toBe(200);
    expect((await decide(id, reader)).statusCode).toBe(404);
    id = bodyOf<Reader>(await invite(reader, null, where), 201).id;
    bodyOf(await end(id, where.patient));
    expect((await decide(id, reader)).statusCode).toBe(404);
    id = bodyOf<Reader>(await invite(reader, null, where), 201).id;
    house.clock.advance(invitationDays * dayMs);
    Object.assign(where.patient, await signInAgain(house.app, where.patient));
    Object.assign(reader, await signInAgain(house.app, reader));
    expect((await decide(id, reader)).statusCode).toBe(404);
    expect((await readersOf(where))[0]).toMatchObject({ id, state: 'expired', email: reader.email });
    house.clock.advance(invitationDays * dayMs);
    await sweepInvitations(house.kernel);
    const rows = await house.kernel.db.select().from(patientReaders).where(eq(patientReaders.id, id));
    expect(rows).toMatchObject([{ email: null }]);
    await expectClosed();
  });

  test("when the reader's own account awaits erasure", async () => {
    const leaving = await signUpPatient(house);
    bodyOf(await end(id, where.patient));
    id = await letIn(leaving, null, where);
    bodyOf(await as(leaving).post('/account/erasure', { current_password: password }));
    expect((await readersOf(where))[0]).toMatchObject({ id, state: 'ended' });
    expect((await caseFor(leaving, where)).statusCode).toBe(404);
  });

  test('when a reader withdraws their own consent', async () => {
    const withdrawn = (consentWithdrawnAt: Date | null) =>
      house.kernel.db.update(accounts).set({ consentWithdrawnAt }).where(eq(accounts.id, reader.accountId));
    await withdrawn(house.clock.now());
    expect((await caseFor(reader, where)).statusCode).toBe(404);
    expect((await record(id, reader)).statusCode).toBe(404);
    expect(await sharedWith(reader)).toEqual([]);
    await withdrawn(null);
    bodyOf(await end(id, where.patient));
  });

  test('when the owner is locked or awaits erasure', async () => {
    const owner = eq(accounts.id, where.patient.accountId);
    await house.kernel.db.update(accounts).set({ lockedAt: house.clock.now() }).where(owner);
    await expectClosed();
    await house.kernel.db.update(accounts).set({ lockedAt: null }).where(owner);
    expect((await caseFor(reader, where)).statusCode).toBe(200);
    bodyOf(await as(where.patient).post('/account/erasure', { current_password: password }));
    await expectClosed();
    bodyOf(await as(where.patient).delete('/account/erasure'));
    await expectClosed();
  });
});

test('hides an answer from relatives while the doctor can still withdraw it', async () => {
  const where = await aConversation(house);
  const reader = await signUpPatient(house);
  await letIn(reader, null, where);
  bodyOf(await as(where.patient).get(`/api/processoverview/${where.ids.case}`));
  const { patient, doctor, ids } = where;
  await addLetter(house, { patient, doctor, patientId: ids.patient, caseId: ids.case });
  bodyOf(await as(patient).post(`/api/buttonaufgabe/patient/${ids.case}`, { consent: true, note: 'Seit März.' }), 201);
  bodyOf(await as(doctor).get(`/api/processoverview/${ids.case}`));
  const conversation = { patient, doctor, patientId: ids.patient, caseId: ids.case };
  const { questions } = bodyOf<SharedCase>(await caseFor(reader, where));
  const given = bodyOf<{ id: string }>(
    await answer(house, conversation, 'final_answer', {
      question_answers: questions.map((question) => ({ question_id: question.id, text: 'Kein Krebs.' })),
    }),
    201,
  );
  const before = await caseFor(reader, where);
  expect(before.body).not.toContain('Kein Krebs.');
  expect(before.body).not.toContain(given.id);
  bodyOf(await as(patient).get(`/api/processoverview/${ids.case}`));
  expect((await caseFor(reader, where)).body).toContain('Kein Krebs.');
});
