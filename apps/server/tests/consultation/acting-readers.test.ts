import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import type { Message } from '@konsil/contracts/messages';
import type { AuditEntry } from '@konsil/contracts/privacy';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Reader, ReaderRole } from '@konsil/contracts/reader-states';
import type { SharedCase } from '@konsil/contracts/readers';
import type { Answer } from '@konsil/contracts/requests';
import type { Todo } from '@konsil/contracts/todos';
import { eq, sql } from 'drizzle-orm';
import { actingAs } from '@konsil/server-domain/database/roles';
import { accounts, drafts, messages, patientReaders } from '@konsil/server-domain/schema';
import { eraseAccount } from '@konsil/server-privacy/erase-account';
import { dayMs, later, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, answerFinally, bodyOf, type Conversation } from '../support/cases.ts';
import { aConversation, type FullConversation } from '../support/conversation.ts';
import { openRoutes } from '../support/open-routes.ts';
import { requestsAs, signInAgain, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let theirs: FullConversation;
/** Acts for the owner. */
let daughter: Person;
let id: string;
let others: FullConversation;
beforeAll(async () => {
  house = await testApp();
  [theirs, others] = [await aConversation(house), await aConversation(house)];
  daughter = await signUpPatient(house, { first_name: 'Ayşe', last_name: 'Demir' });
  id = await letIn(daughter);
});

const as = (person: Person) => requestsAs(house.app, person);
const invite = (to: Person, role: ReaderRole, { patient, ids } = theirs) =>
  as(patient).post(`/api/patients/${ids.patient}/readers`, { email: to.email, until: null, role });
const letIn = async (who: Person, role: ReaderRole = 'act', where = theirs): Promise<string> => {
  const made = bodyOf<Reader>(await invite(who, role, where), 201);
  bodyOf(await as(who).post(`/api/readers/${made.id}/answer`, { accepts: true }));
  return made.id;
};
const change = (reader: string, role: ReaderRole, by: Person) => as(by).post(`/api/readers/${reader}/role`, { role });
const pageFor = (who: Person, { ids } = theirs) => as(who).get(`/api/processoverview/${ids.case}`);
const write = (who: Person, { ids } = theirs) =>
  as(who).post(`/api/messages/${ids.case}`, { subject: 'Zur Rückfrage', message: 'Seit März.' });
const conversationOf = ({ patient, doctor, ids }: FullConversation): Conversation => ({
  patient,
  doctor,
  patientId: ids.patient,
  caseId: ids.case,
});
const subjects = async ({ email }: Person) => (await house.outbox(email)).map(({ subject }) => subject ?? '');

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
/** Every call that may be made for the owner in a case; all others are refused as to a stranger. */
const ofActing = [
  ...ofReader,
  'acceptAppointment',
  'addTodo',
  'cancelAppointment',
  'confirmUnderstood',
  'getAnswerLetter',
  'getAppointmentFile',
  'getCase',
  'getTodo',
  'listCaseMessages',
  'listCaseTodos',
  'listDocuments',
  'readAnswer',
  'saveGeneralForms',
  'sendMessage',
  'updateCase',
  'updateMessage',
  'updateTodo',
  'uploadDocument',
].sort();

describe('Somebody who acts for the owner', () => {
  test('is invited by an email without health data', async () => {
    const [letter] = (await house.outbox(daughter.email)).filter(({ subject }) => subject?.includes('Mitlesen'));
    expect(letter?.text).toContain('handeln');
    for (const word of ['Knoten', theirs.ids.patient, theirs.ids.case]) expect(letter?.text).not.toContain(word);
  });

  test('may use exactly these routes of the sent case; a reader may use none', async () => {
    const reader = await signUpPatient(house);
    const stranger = await signUpPatient(house);
    const elsewhere = await signUpPatient(house);
    await letIn(elsewhere, 'act', others);
    expect(await openRoutes(house, theirs, daughter, id)).toEqual(ofActing);
    expect(await openRoutes(house, theirs, reader, await letIn(reader, 'see'))).toEqual(ofReader);
    for (const who of [stranger, elsewhere]) expect(await openRoutes(house, theirs, who, id, ofActing)).toEqual([]);
  });

  test('sees the case with messages and ToDos, and not whom else the owner lets see it', async () => {
    const page = bodyOf<ProcessOverview>(await pageFor(daughter));
    expect(page).toMatchObject({ acting: { reader_id: id }, counts: { messages: 1, todos: 1 } });
    const toRead = bodyOf<SharedCase>(await as(daughter).get(`/api/shared-cases/${theirs.ids.case}`));
    expect(toRead.role).toBe('act');
    expect([page.second_looks, page.deputies, page.assistants, page.letter_recipients]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect((await as(daughter).get(`/api/processoverview/${theirs.ids.draftCase}`)).statusCode).toBe(404);
    expect(bodyOf<ProcessOverview>(await pageFor(theirs.patient)).acting).toBeUndefined();
  });

  test('opens what the doctor sent, which can then no longer be withdrawn', async () => {
    const where = await aConversation(house);
    await letIn(daughter, 'act', where);
    bodyOf(await pageFor(daughter, where));
    const refused = await as(where.doctor).post(`/api/sendings/${where.ids.answer}/withdraw`, {});
    expect([refused.statusCode, refused.json<ProblemBody>().code]).toEqual([409, 'already_read']);
  });

  test('answers the doctor under their own name, for the person', async () => {
    const before = bodyOf<ProcessOverview>(await pageFor(theirs.patient));
    expect(before.status).toBe('with_patient');
    const sent = bodyOf<Message>(await write(daughter), 201);
    expect(sent).toMatchObject({ direction: 'sent', sender: { role: 'patient', name: 'Ayşe Demir', acting: true } });
    for (const who of [theirs.doctor, theirs.patient]) {
      const page = bodyOf<ProcessOverview>(await pageFor(who));
      expect(page.status).toBe('with_doctor');
      expect(page.timeline.find(({ ref_id }) => ref_id === sent.id)?.by).toEqual({
        role: 'patient',
        name: 'Ayşe Demir',
        acting: true,
        mine: false,
      });
    }
    expect((await house.outbox(theirs.doctor.email)).length).toBeGreaterThan(0);
    const own = bodyOf<Message>(await write(theirs.patient), 201);
    expect(own.sender.acting).toBeUndefined();
  });

  test('withdraws their own unread message, but not the owner’s', async () => {
    const [mine, owners] = [
      bodyOf<Message>(await write(daughter), 201),
      bodyOf<Message>(await write(theirs.patient), 201),
    ];
    const withdraw = (message: Message) => as(daughter).post(`/api/sendings/${message.id}/withdraw`, {});
    expect((await withdraw(owners)).statusCode).toBe(404);
    expect((await withdraw(mine)).statusCode).toBe(200);
  });

  test('changes the details of the case, which names who did', async () => {
    const page = bodyOf<ProcessOverview>(await pageFor(daughter));
    const saved = await as(daughter).post(`/api/generalprocessforms/${theirs.ids.case}`, {
      diagnosis: page.diagnosis,
      medical_history: 'Seit März.',
      questions: page.questions.map((question) => ({ id: question.id, text: question.text })),
    });
    const { medical_history, timeline } = bodyOf<ProcessOverview>(saved);
    expect(medical_history).toBe('Seit März.');
    expect(timeline.filter(({ kind }) => kind === 'forms_changed').at(-1)?.by).toMatchObject({ acting: true });
  });

  test('completes ToDos of the person, but cannot edit those written by others', async () => {
    const todo = `/api/aufgaben/${theirs.ids.todo}`;
    expect((await as(daughter).put(todo, { title: 'Anders' })).statusCode).toBe(409);
    expect(bodyOf<Todo>(await as(daughter).put(todo, { done: true })).completed_at).not.toBeNull();
    const added = await as(daughter).post(`/api/aufgaben/${theirs.ids.case}`, {
      title: 'Überweisung',
      content: 'Beim Hausarzt holen',
      deadline: '2030-01-31',
    });
    expect(bodyOf<Todo>(added, 201).created_by).toMatchObject({ name: 'Ayşe Demir', acting: true, mine: true });
  });

  test('adds a document, which waits until the owner sends it, and which the owner may describe', async () => {
    const added = await addLetter(house, conversationOf(theirs), daughter);
    const shown = async (who: Person) =>
      bodyOf<ProcessOverview>(await pageFor(who, theirs)).documents.find((document: Document) => document.id === added);
    expect(await shown(daughter)).toMatchObject({ sent_at: null, uploaded_by: { acting: true, mine: true } });
    expect(await shown(theirs.patient)).toMatchObject({ uploaded_by: { name: 'Ayşe Demir', mine: true } });
    expect(await shown(theirs.doctor)).toBeUndefined();
    const owners = await addLetter(house, conversationOf(theirs));
    expect((await as(daughter).post(`/api/individualdocument/archive/${owners}`, {})).statusCode).toBe(404);
    const request = { consent: true, note: '' };
    expect((await as(daughter).post(`/api/buttonaufgabe/patient/${theirs.ids.case}`, request)).statusCode).toBe(404);
    bodyOf(await as(theirs.patient).post(`/api/buttonaufgabe/patient/${theirs.ids.case}`, request), 201);
    expect(await shown(theirs.doctor)).toMatchObject({ uploaded_by: { name: 'Ayşe Demir', acting: true } });
  });

  test('accepts an appointment that the doctor proposes', async () => {
    const at = later(house.clock.now(), 5 * dayMs).toISOString();
    bodyOf(await pageFor(theirs.doctor));
    const proposed = bodyOf<Answer>(
      await answer(
        house,
        conversationOf(theirs),
        'schedule_appointment',
        { appointments: [at], deadline: at.slice(0, 10), aufgabeTitel: '' },
        'book_appointment',
      ),
      201,
    );
    const accepted = await as(daughter).post(`/api/answers/${proposed.id}/appointment`, { starts_at: at });
    expect(bodyOf<Answer>(accepted).appointment?.accepted).toBe(at);
  });

  test('cancels it: the owner gets an e-mail, and a closed case stays closed', async () => {
    const where = await aConversation(house);
    await letIn(daughter, 'act', where);
    const agree = async () => {
      const at = later(house.clock.now(), 5 * dayMs).toISOString();
      const { id: given } = bodyOf<Answer>(
        await answer(
          house,
          conversationOf(where),
          'schedule_appointment',
          { appointments: [at], deadline: at.slice(0, 10), aufgabeTitel: '' },
          'book_appointment',
        ),
        201,
      );
      bodyOf(await as(where.patient).post(`/api/answers/${given}/appointment`, { starts_at: at }));
      return given;
    };
    const cancel = (given: string, who: Person) => as(who).delete(`/api/answers/${given}/appointment`);
    const told = async (who: Person) =>
      (await subjects(who)).filter((subject) => /Termin.*abgesagt/.test(subject)).length;

    // A reply by the acting account gives the case back to the doctor.
    bodyOf(await write(where.patient, where), 201);
    const first = await agree();
    const doctorsBefore = await told(where.doctor);
    const daughtersBefore = await told(daughter);
    bodyOf(await cancel(first, daughter));
    expect([await told(where.patient), await told(where.doctor)]).toEqual([1, doctorsBefore + 1]);
    expect(await told(daughter)).toBe(daughtersBefore);
    expect(bodyOf<ProcessOverview>(await pageFor(where.patient, where)).status).toBe('with_doctor');

    const second = await agree();
    bodyOf(await as(where.patient).post(`/api/process/${where.ids.case}/close`, {}));
    bodyOf(await cancel(second, daughter));
    expect(bodyOf<ProcessOverview>(await pageFor(where.patient, where)).status).toBe('closed');
    expect(await told(where.patient)).toBe(2);
  });

  test('reopens no closed case with a new question', async () => {
    const where = await aConversation(house);
    await letIn(daughter, 'act', where);
    bodyOf(await write(where.patient, where), 201);
    await answerFinally(house, conversationOf(where));
    bodyOf(await as(where.patient).post(`/api/process/${where.ids.case}/close`, {}));
    const { diagnosis, medical_history } = bodyOf<ProcessOverview>(await pageFor(daughter, where));
    const save = (who: Person, questions: { text: string }[]) =>
      as(who).post(`/api/generalprocessforms/${where.ids.case}`, { diagnosis, medical_history, questions });
    const refused = await save(daughter, [{ text: 'Und jetzt?' }]);
    expect([refused.statusCode, refused.json<ProblemBody>().errors]).toMatchObject([
      422,
      [{ path: 'questions.0.text', code: 'ownerReopens' }],
    ]);
    expect(bodyOf<ProcessOverview>(await save(daughter, [])).status).toBe('closed');
    expect(bodyOf<ProcessOverview>(await save(where.patient, [{ text: 'Und jetzt?' }])).status).toBe('with_doctor');
  });

  test('gets e-mails about news like the owner, but not about their own actions', async () => {
    const [before, ownersBefore] = [await subjects(daughter), await subjects(theirs.patient)];
    house.clock.advance(11 * minuteMs);
    for (const who of [theirs.doctor, daughter, theirs.patient]) Object.assign(who, await signInAgain(house.app, who));
    bodyOf(
      await as(theirs.doctor).post(`/api/messages/${theirs.ids.case}`, { subject: 'Danke', message: 'Bis bald.' }),
      201,
    );
    expect((await subjects(daughter)).length).toBe(before.length + 1);
    expect((await subjects(theirs.patient)).length).toBe(ownersBefore.length + 1);
    const last = (await house.outbox(daughter.email)).at(-1);
    for (const word of ['Knoten', 'Bis bald', 'Danke']) expect(last?.text).not.toContain(word);
  });

  test('is named in the access log of the owner for each act', async () => {
    const { items } = bodyOf<{ items: AuditEntry[] }>(
      await as(theirs.patient).get(`/api/audit/${theirs.ids.patient}?who=all&result=allowed&limit=200`),
    );
    const by = new Set(items.filter(({ actor }) => actor.name === 'Ayşe Demir').map(({ action }) => action));
    for (const action of ['case.read', 'case.write', 'message.write', 'todo.write', 'document.upload'] as const)
      expect(by).toContain(action);
  });

  test('reaches only rows of the sent case in SQL, and cannot grant themselves rights', async () => {
    await house.kernel.db.transaction(async (tx) => {
      const changed = await tx.execute(
        sql`update cases set version = version where patient_id = ${theirs.ids.patient}`,
      );
      expect(changed.rowCount).toBe(1);
      for (const table of ['epicrisis_versions', 'health_profiles', 'imports', 'share_links'])
        expect([table, (await tx.execute(sql`select 1 from ${sql.identifier(table)}`)).rows]).toEqual([table, []]);
      const person = await tx.execute(sql`update patients set id = id where id = ${theirs.ids.patient}`);
      expect(person.rowCount).toBe(0);
      await expect(
        tx.transaction((inner) => inner.execute(sql`update patient_readers set ends_on = null where id = ${id}`)),
      ).rejects.toThrow();
    }, actingAs(daughter.accountId));
  });
});

describe('The owner', () => {
  test('revokes the right to act at once, and grants it after recent authentication', async () => {
    const draft = await as(daughter).put(`/account/drafts/message:${theirs.ids.case}`, {
      content: { message: 'Noch' },
    });
    expect(draft.statusCode).toBe(200);
    for (const who of [daughter, theirs.doctor, others.patient])
      expect((await change(id, 'see', who)).statusCode).toBe(404);
    house.clock.advance(11 * minuteMs);
    expect(bodyOf<Reader>(await change(id, 'see', theirs.patient)).role).toBe('see');
    expect(await openRoutes(house, theirs, daughter, id)).toEqual(ofReader);
    expect(await house.kernel.db.$count(drafts, eq(drafts.accountId, daughter.accountId))).toBe(0);
    const refused = await change(id, 'act', theirs.patient);
    expect([refused.statusCode, refused.json<ProblemBody>().code]).toEqual([403, 'proof_needed']);
    Object.assign(theirs.patient, await signInAgain(house.app, theirs.patient));
    expect(bodyOf<Reader>(await change(id, 'act', theirs.patient)).role).toBe('act');
    bodyOf(await write(daughter), 201);
    const told = await subjects(daughter);
    expect(told).toEqual(expect.arrayContaining(['Sie lesen wieder nur mit', 'Sie können jetzt für jemanden handeln']));
  });

  test.each([
    ['after its last day', { endsOn: '2020-01-01' }, {}],
    ['after somebody ended it', { endedAt: new Date('2026-01-01') }, {}],
    ['while the owner is locked', {}, { lockedAt: new Date('2026-01-01') }],
    ['while the owner’s consent is missing', {}, { consentWithdrawnAt: new Date('2026-01-01') }],
  ])('has no helper %s', async (_when, ofRow, ofOwner) => {
    const { db } = house.kernel;
    const row = eq(patientReaders.id, id);
    const owner = eq(accounts.id, theirs.patient.accountId);
    bodyOf(await pageFor(daughter));
    await db
      .update(patientReaders)
      .set({ endsOn: null, ...ofRow })
      .where(row);
    await db
      .update(accounts)
      .set({ lockedAt: null, ...ofOwner })
      .where(owner);
    expect((await pageFor(daughter)).statusCode).toBe(404);
    expect((await write(daughter)).statusCode).toBe(404);
    await db.update(patientReaders).set({ endsOn: null, endedAt: null }).where(row);
    await db.update(accounts).set({ lockedAt: null, consentWithdrawnAt: null }).where(owner);
  });
});

test('texts that an erased account wrote for others are kept without the name', async () => {
  const where = await aConversation(house);
  const leaving = await signUpPatient(house, { first_name: 'Tim', last_name: 'Fort' });
  await letIn(leaving, 'act', where);
  const { id: written } = bodyOf<Message>(await write(leaving, where), 201);
  expect(await eraseAccount(house.kernel, leaving.accountId, () => true)).toBe(true);
  const page = bodyOf<ProcessOverview>(await pageFor(where.patient, where));
  expect(page.timeline.find(({ ref_id }) => ref_id === written)?.by).toMatchObject({ name: '', acting: true });
  expect(await house.kernel.db.$count(messages, eq(messages.id, written))).toBe(1);
  const [account] = await house.kernel.db.select().from(accounts).where(eq(accounts.id, leaving.accountId));
  expect(account).toMatchObject({ sealed: null, passwordHash: null });
  expect(await eraseAccount(house.kernel, where.patient.accountId, () => true)).toBe(true);
});
