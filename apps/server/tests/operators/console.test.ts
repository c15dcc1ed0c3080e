import { randomUUID } from 'node:crypto';
import type { ActReason, HoldReason, PersonAct } from '@konsil/contracts/console-codes';
import type { ConsoleLetter, OperatorAct } from '@konsil/contracts/console-letters';
import { waitUntil } from '@konsil/server-testing/until';
import type { ConsoleDoctor } from '@konsil/contracts/console-absences';
import type { DoctorImport } from '@konsil/contracts/console-doctors';
import type { consoleRoutes } from '@konsil/contracts/console';
import { pathOf, type RouteContract } from '@konsil/contracts/route';
import { routes } from '@konsil/contracts/routes';
import type { Account } from '@konsil/contracts/accounts';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { accounts, specialtyForms } from '@konsil/server-domain/schema';
import { specialtyFormTexts } from '@konsil/server-domain/sealed/specialty-form';
import { closeOperator, inviteOperator } from '@konsil/server-operators/operators';
import { hourMs, later } from '@konsil/server-platform/clock';
import { applyTombstones, eraseDueAccounts } from '@konsil/server-privacy/erasure';
import { countOverdueErasures } from '@konsil/server-privacy/overdue-erasures';
import { writeTombstone } from '@konsil/server-privacy/tombstones';
import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { testApp, type TestApp } from '../support/app.ts';
import { actionsOf } from '../support/audit.ts';
import { pageOf, sentCase } from '../support/cases.ts';
import { aNewField } from '../support/forms.ts';
import { aConversation, type FullConversation } from '../support/conversation.ts';
import { acceptedOperator, atConsole, signedInOperator, signInAtConsole, totpOf } from '../support/operators.ts';
import { aClinic } from '../support/clinics.ts';
import {
  requestsAs,
  inviteDoctor,
  newEmail,
  password,
  registerPatient,
  signIn,
  signUpPatient,
  type Person,
} from '../support/people.ts';

type Today = z.output<typeof consoleRoutes.consoleToday.response>;
type Route = [string, RouteContract];

let house: TestApp;
let ours: FullConversation;
let operator: Person & { secret: string };
beforeAll(async () => {
  house = await testApp();
  ours = await aConversation(house);
  operator = await signedInOperator(house, [
    'people',
    'doctors',
    'letters',
    'audit',
    'holds',
    'legal',
    'quotas',
    'forms',
  ]);
});

const table = Object.entries(routes) as Route[];
const methodOf = ({ method }: RouteContract) => method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
const urlOf = ({ path }: RouteContract, id: string) =>
  pathOf({ path }, { id, documentId: id, answerValue: 'final_answer', titleValue: 'none', key: 'contact' });

const doctorOf = (email: string) => ({
  email,
  title: 'Dr. med.',
  first_name: 'Nora',
  last_name: 'Lindt',
  specialty: 'Radiologie',
  city: 'Ulm',
  languages: ['de'],
  reply_days: 3,
  locale: 'de',
});
const csvOf = (emails: string[]) =>
  ['email;first_name;last_name;specialty;city', ...emails.map((email) => `${email};Nora;Lindt;Radiologie;Ulm`)].join(
    '\n',
  );

test('an operator sees nothing before the second factor is set up', async () => {
  const fresh = await acceptedOperator(house, ['people']);
  const console = atConsole(house, fresh);
  expect((await console.get('/account/isloggedin')).json()).toMatchObject({
    role: 'operator',
    registration: 'second_factor',
    user_fullname: 'Jonas Petri',
  });
  for (const [name, contract] of table.filter(([, { console: where }]) => where === 'only'))
    expect([name, (await console[methodOf(contract)](urlOf(contract, randomUUID()), {})).statusCode]).toEqual([
      name,
      403,
    ]);
  const { secret } = (await console.post('/account/secondfactor', { current_password: password })).json<{
    secret: string;
  }>();
  expect((await console.post('/account/secondfactor/confirm', { code: totpOf(house, secret) })).statusCode).toBe(200);
  expect((await console.get('/api/console/me')).json()).toEqual({
    name: 'Jonas Petri',
    email: fresh.email,
    permissions: ['people'],
  });
  // The second factor cannot be switched off, and every sign-in asks for it.
  expect((await console.post('/account/secondfactor/remove', { current_password: password })).statusCode).toBe(404);
  expect((await atConsole(house).post('/account/api/login', { email: fresh.email, password })).json()).toMatchObject({
    code: 'second_factor_required',
  });
});

test("an operator's session is valid at the console only, and signs in nowhere else", async () => {
  for (const [name, contract] of table.filter(([, { console: where }]) => where !== 'only')) {
    // Everybody gets a new challenge, and a page with a nonce of its own.
    if (name === 'startPasskeySignIn' || name === 'fhirAuthorize') continue;
    const answer = await requestsAs(house.app, operator)[methodOf(contract)](urlOf(contract, ours.ids.case), {});
    const without = await requestsAs(house.app)[methodOf(contract)](urlOf(contract, ours.ids.case), {});
    expect([name, answer.statusCode, answer.body]).toEqual([name, without.statusCode, without.body]);
  }
  house.clock.advance(60_000);
  const elsewhere = await requestsAs(house.app).post('/account/api/login', {
    email: operator.email,
    password,
    code: totpOf(house, operator.secret),
  });
  expect([elsewhere.statusCode, elsewhere.json()]).toEqual([401, expect.objectContaining({ code: 'login_failed' })]);
});

test("the console has no route of a patient's or doctor's", async () => {
  for (const [name, contract] of table.filter(([, { console: where }]) => where === undefined)) {
    for (const id of [ours.ids.case, ours.ids.patient, randomUUID()])
      expect([
        name,
        (await atConsole(house, operator)[methodOf(contract)](urlOf(contract, id), {})).statusCode,
      ]).toEqual([name, 404]);
  }
});

test('patients and doctors can neither sign in to the console nor use their session', async () => {
  for (const person of [ours.patient, ours.doctor]) {
    for (const [name, contract] of table.filter(([, { console: where }]) => where === 'only')) {
      const url = urlOf(contract, randomUUID());
      expect([name, (await atConsole(house, person)[methodOf(contract)](url, {})).statusCode]).toEqual([name, 401]);
      expect([name, (await requestsAs(house.app, person)[methodOf(contract)](url, {})).statusCode]).toEqual([
        name,
        404,
      ]);
    }
    expect((await atConsole(house, person).get('/account/isloggedin')).statusCode).toBe(401);
    expect((await atConsole(house).post('/account/api/login', { email: person.email, password })).json()).toMatchObject(
      { code: 'login_failed' },
    );
  }
});

test('no page of another origin calls the console', async () => {
  for (const origin of [house.env.origins.patient, house.env.origins.doctor, 'https://evil.example'])
    expect((await atConsole(house, operator).get('/api/console/today', undefined, { origin })).json()).toMatchObject({
      code: 'cross_site',
    });
  const own = await atConsole(house, operator).get('/api/console/today', undefined, {
    origin: house.env.origins.operator,
  });
  expect([own.statusCode, own.headers['access-control-allow-origin']]).toEqual([200, undefined]);
});

test('the overview counts cases, letters and answer times, and explains warning lights', async () => {
  const today = (await atConsole(house, operator).get('/api/console/today')).json<Today>();
  expect(today).toMatchObject({ answers: { count: 1 }, uploads_waiting: expect.any(Number) });
  expect(today.cases.open).toBeGreaterThanOrEqual(0);
  expect(today.letters.map(({ channel }) => channel)).toEqual(['email', 'sms']);
  expect(today.lights.map(({ kind }) => kind)).toEqual([
    'backup',
    'anchors',
    'erasures',
    'storage',
    'letters',
    'duties',
  ]);
  expect(today.lights.find(({ kind }) => kind === 'backup')).toMatchObject({ state: 'soon', reason: 'not_configured' });
});

test('no console response contains case data', async () => {
  const { body } = await requestsAs(house.app, ours.doctor).get(`/api/processoverview/${ours.ids.case}`);
  const messages = (await requestsAs(house.app, ours.doctor).get('/api/messagesoverview')).body;
  // Every text of the conversation with a blank in it: names of cases, diagnoses, questions, answers, messages.
  const texts = [...`${body}${messages}`.matchAll(/:"([^"\\]{8,})"/g)]
    .map(([, text = '']) => text)
    .filter((text) => /\s/.test(text) && !/^(Dr|Radiologie)/.test(text));
  expect(texts.length).toBeGreaterThan(5);
  const added = await atConsole(house, operator).post('/api/console/clinics', aClinic());
  const { id: clinicId } = added.json<{ id: string }>();
  const archive = { url: 'http://127.0.0.1:9/', sign_in: 'none', name: '', password: '', token: '' };
  await atConsole(house, operator).put(`/api/console/clinics/${clinicId}/image-archive`, archive);
  const newText = {
    text_de: 'Neu.',
    text_en: 'New.',
    changes_de: 'Alles.',
    changes_en: 'Everything.',
    holds_from: '2099-01-01',
    after: null,
  };
  const published = await atConsole(house, operator).post('/api/console/legal', { kind: 'terms', ...newText });
  const { id: textId } = published.json<{ id: string }>();
  const queries: Record<string, string> = {
    consoleLetters: '?state=failed',
    findDoctorsOfConsole: '?search=Dr',
    consoleForm: '?specialty=Radiologie',
  };
  for (const [name, contract] of table.filter(([, { console: where }]) => where)) {
    if (name === 'streamEvents' || name === 'logout') continue;
    const ids = [...Object.values(ours.ids), ours.patient.accountId];
    for (const id of /:id/.test(contract.path) ? ids : [randomUUID()]) {
      if (contract.method !== 'GET') continue;
      const ofClinic = /clinics/.test(contract.path) ? clinicId : id;
      const special = { consoleLegalVersion: textId, consoleDoctor: ours.doctor.accountId }[name];
      const url = urlOf(contract, special ?? ofClinic);
      const answer = await atConsole(house, operator).get(`${url}${queries[name] ?? ''}`);
      if (contract.console === 'only') expect([name, answer.statusCode]).toEqual([name, 200]);
      for (const text of texts) expect([name, answer.body.includes(text)]).toEqual([name, false]);
    }
  }
  const leaving = await inviteDoctor(house);
  await house.kernel.db.insert(specialtyForms).values({
    specialty: 'Handauflegen',
    version: 1,
    changedAt: house.clock.now(),
    sealed: house.kernel.vault.sealFor('forms', specialtyFormTexts, {
      fields: [{ ...aNewField('Beruf'), id: randomUUID(), kind: 'text' }],
    }),
  });
  const from = dayOf(house.clock.now());
  const away = { from, to: from, reason: 'unreachable', reference: '' };
  const entered = await atConsole(house, operator).post(`/api/console/doctors/${leaving.accountId}/absences`, away);
  const [absence] = entered.json<ConsoleDoctor>().absences;
  const bodies: Record<string, object> = {
    enterAbsence: away,
    endConsoleAbsence: { reason: 'mistake', reference: '' },
    searchPeople: { email: ours.patient.email },
    retryLetters: { ids: [randomUUID()] },
    giveUpLetters: { ids: [randomUUID()] },
    operatorActsFile: {},
    inviteDoctor: doctorOf(newEmail('doctor')),
    importDoctors: { csv: csvOf([newEmail('doctor')]), send: false },
    closeDoctor: { reason: 'has_left', reference: '' },
    setLegalHold: { held: true, reason: 'legal_claim', reference: '' },
    addClinic: aClinic(),
    connectConsoleArchive: archive,
    updateClinic: { ...aClinic(), version: 1 },
    archiveClinic: { archived: true },
    setPoolOfClinic: { on: true },
    setDoctorOfClinic: { doctor: ours.doctor.accountId, site: null, belongs: true },
    changeLimit: { setting: 'LIMIT_SMS_DAY', size: 3000 },
    publishLegalText: { kind: 'privacy', ...newText },
    saveConsoleForm: { specialty: 'Radiologie', fields: [] },
    giveConsoleForm: { specialty: 'Handauflegen', version: 1, to: 'Urologie' },
    actOnPerson: { act: 'forget_attempts', reason: 'asked_by_owner', reference: '' },
  };
  for (const [name, contract] of table.filter(
    ([, { console: where, method }]) => where === 'only' && method !== 'GET',
  )) {
    const id = /clinics/.test(contract.path) ? clinicId : ours.patient.accountId;
    const special = {
      closeDoctor: leaving.accountId,
      withdrawLegalText: textId,
      enterAbsence: ours.doctor.accountId,
      endConsoleAbsence: absence?.id,
    }[name];
    const url = urlOf(contract, special ?? id);
    const answer = await atConsole(house, operator)[methodOf(contract)](url, bodies[name]);
    expect([name, answer.statusCode]).toEqual([name, contract.status ?? 200]);
    for (const text of [...texts, 'Petra', 'Möller']) expect([name, answer.body.includes(text)]).toEqual([name, false]);
  }
});

test('does not invite the address of a patient, and ends a closed account at once', async () => {
  await expect(
    inviteOperator(house.kernel, { email: ours.patient.email, fullName: 'X', permissions: [], locale: 'de' }),
  ).rejects.toThrow('has an account already');
  const leaving = await signedInOperator(house, []);
  expect((await atConsole(house, leaving).get('/api/console/me')).statusCode).toBe(200);
  await closeOperator(house.kernel, leaving.email);
  expect((await atConsole(house, leaving).get('/api/console/me')).statusCode).toBe(401);
  await expect(signInAtConsole(house, leaving.email)).rejects.toThrow('login_failed');
  await expect(closeOperator(house.kernel, newEmail())).rejects.toThrow('There is no operator');
});

const act = (by: Person, person: Person, act: PersonAct, reason: ActReason = 'asked_by_owner') =>
  atConsole(house, by).post(`/api/console/people/${person.accountId}/acts`, { act, reason, reference: 'T-12' });
const lastLetter = async (person: Person) => (await house.outbox(person.email))[0];

test('people are found by address or its beginning, without the name of a patient', async () => {
  const search = (email: string, by = operator) => atConsole(house, by).post('/api/console/people/search', { email });
  const found = (await search(ours.patient.email.toUpperCase())).json<{ items: unknown[] }>();
  expect(found.items).toEqual([
    expect.objectContaining({ email: ours.patient.email, kind: 'patient', name: '', state: 'active', reset: null }),
  ]);
  expect((await search(ours.doctor.email.slice(0, 8))).body).toContain(ours.doctor.email);
  expect((await search('pa%')).json()).toEqual({ items: [], more: false });
  expect((await search('pa')).statusCode).toBe(422);
  expect(await actionsOf(house, operator.accountId)).toContain('person.search');
  // Operators are managed on the command line, so that none can take over another.
  expect((await search(operator.email)).json()).toEqual({ items: [], more: false });
  expect((await act(operator, operator, 'lock')).statusCode).toBe(404);
});

test('each action on people needs the permission and a reason', async () => {
  const other = await signedInOperator(house, ['doctors', 'letters', 'audit']);
  expect((await act(other, ours.patient, 'lock')).statusCode).toBe(404);
  expect((await atConsole(house, other).post('/api/console/people/search', { email: 'patient' })).statusCode).toBe(404);
  const without = await atConsole(house, operator).post(`/api/console/people/${ours.patient.accountId}/acts`, {
    act: 'lock',
    reference: 'Frau Möller hat angerufen',
  });
  expect([without.statusCode, without.json<{ errors: { path: string }[] }>().errors.map(({ path }) => path)]).toEqual([
    422,
    ['reason', 'reference'],
  ]);
});

test('a locked account is signed out until unlocked, and its owner gets emails', async () => {
  const person = await signUpPatient(house);
  expect((await act(operator, person, 'lock', 'suspected_misuse')).json()).toMatchObject({
    locked_at: expect.any(String),
    sessions: 0,
  });
  expect((await lastLetter(person))?.subject).toBe('Ihr Konto wurde gesperrt');
  expect((await requestsAs(house.app, person).get('/account/isloggedin')).statusCode).toBe(401);
  await expect(signIn(house.app, person.email)).rejects.toThrow('login_failed');
  expect((await act(operator, person, 'lock')).json()).toMatchObject({ code: 'not_allowed_now' });
  expect((await act(operator, person, 'unlock')).json()).toMatchObject({ locked_at: null });
  expect((await lastLetter(person))?.subject).toBe('Ihr Konto ist wieder offen');
  const again = { ...person, ...(await signIn(house.app, person.email)) };
  expect((await act(operator, person, 'end_sessions', 'lost_device')).json()).toMatchObject({ sessions: 0 });
  expect((await requestsAs(house.app, again).get('/account/isloggedin')).statusCode).toBe(401);

  const { rows } = await house.owner.pool.query(
    'select action, actor_id, detail from audit_records where subject_id = $1 and actor_role = $2 order by id',
    [person.accountId, 'admin'],
  );
  expect(rows).toEqual(
    [
      ['person.lock', 'suspected_misuse'],
      ['person.unlock', 'asked_by_owner'],
      ['person.end_sessions', 'lost_device'],
    ].map(([action, reason]) => ({
      action,
      actor_id: operator.accountId,
      detail: JSON.stringify({ reason, reference: 'T-12' }),
    })),
  );
});

test('a legal hold stops a requested erasure, and says so, until it is ended', async () => {
  const person = await signUpPatient(house);
  const own = requestsAs(house.app, person);
  const holder = await signedInOperator(house, ['holds'], 'Mira Sommer');
  const hold = (by: Person, held: boolean, reason: HoldReason) =>
    atConsole(house, by).post(`/api/console/people/${person.accountId}/hold`, { held, reason, reference: 'AZ-7/26' });
  const ofPerson = eq(accounts.id, person.accountId);
  const isThere = async () => (await house.kernel.db.$count(accounts, ofPerson)) === 1;
  const makeDue = () =>
    house.kernel.db
      .update(accounts)
      .set({ erasureAt: later(house.clock.now(), -3 * hourMs) })
      .where(ofPerson);
  const accountOf = async () => (await own.get('/account/me')).json<Account>();
  const without = await signedInOperator(house, ['people', 'doctors', 'letters', 'audit']);
  expect((await hold(without, true, 'legal_claim')).statusCode).toBe(404);
  expect((await hold(holder, false, 'hold_over')).json()).toMatchObject({ code: 'not_allowed_now' });
  // An erasure that failed left its tombstone; the hold comes later.
  await house.kernel.db.transaction((tx) => writeTombstone(house.kernel, tx, person.accountId, house.clock.now()));
  expect((await hold(holder, true, 'legal_claim')).json()).toMatchObject({ held_at: expect.any(String), name: '' });
  expect((await lastLetter(person))?.subject).toBe('Ihre Daten werden aufbewahrt');
  expect((await hold(holder, true, 'legal_claim')).json()).toMatchObject({ code: 'not_allowed_now' });

  expect((await own.post('/account/erasure', { current_password: password })).json()).toMatchObject({ held: true });
  expect((await lastLetter(person))?.text).toContain('für ein rechtliches Verfahren aufbewahrt');
  expect(await accountOf()).toMatchObject({ erasure_held: true });
  await makeDue();
  await eraseDueAccounts(house.kernel);
  expect(await isThere()).toBe(true);
  expect(await countOverdueErasures(house.kernel)).toBe(0);
  await applyTombstones(house.kernel);
  expect(await isThere()).toBe(true);
  expect((await own.delete('/account/erasure')).statusCode).toBe(200);
  await own.post('/account/erasure', { current_password: password });
  await makeDue();

  expect((await hold(holder, false, 'hold_over')).json()).toMatchObject({ held_at: null, state: 'erasing' });
  expect((await lastLetter(person))?.subject).toBe('Ihre Daten müssen nicht mehr aufbewahrt werden');
  await eraseDueAccounts(house.kernel);
  // The account was there when the hold ended, so the tombstone from before it erased nothing.
  await applyTombstones(house.kernel);
  expect(await isThere()).toBe(true);
  await makeDue();
  expect(await countOverdueErasures(house.kernel)).toBe(1);
  await eraseDueAccounts(house.kernel);
  expect(await isThere()).toBe(false);
  const { rows } = await house.owner.pool.query(
    "select action, detail from audit_records where subject_id = $1 and action in ('person.hold', 'person.release') order by id",
    [person.accountId],
  );
  expect(rows).toEqual([
    { action: 'person.hold', detail: JSON.stringify({ reason: 'legal_claim', reference: 'AZ-7/26' }) },
    { action: 'person.release', detail: JSON.stringify({ reason: 'hold_over', reference: 'AZ-7/26' }) },
  ]);
});

test('two operators reset a second factor within a day, and notify its owner', async () => {
  const person = await signUpPatient(house);
  const own = requestsAs(house.app, person);
  const { secret } = (await own.post('/account/secondfactor', { current_password: password })).json<{
    secret: string;
  }>();
  await own.post('/account/secondfactor/confirm', { code: totpOf(house, secret) });
  const second = await signedInOperator(house, ['people'], 'Mira Sommer');

  expect((await act(second, person, 'confirm_reset')).json()).toMatchObject({ code: 'not_allowed_now' });
  expect((await act(operator, person, 'ask_reset', 'lost_device')).json()).toMatchObject({
    reset: { asked_by: 'Jonas Petri', mine: true },
  });
  expect((await lastLetter(person))?.subject).toBe('Ihr zweiter Faktor soll entfernt werden');
  expect((await act(operator, person, 'confirm_reset')).json()).toMatchObject({ code: 'not_allowed_now' });
  expect((await act(second, person, 'refuse_reset')).json()).toMatchObject({ reset: null });
  expect((await lastLetter(person))?.subject).toBe('Ihr zweiter Faktor bleibt');

  await act(operator, person, 'ask_reset', 'lost_device');
  await house.owner.pool.query('update factor_resets set expires_at = now() where decided_at is null');
  expect((await act(second, person, 'confirm_reset')).json()).toMatchObject({ code: 'not_allowed_now' });

  await act(operator, person, 'ask_reset', 'lost_device');
  expect((await act(second, person, 'confirm_reset')).json()).toMatchObject({
    second_factor_at: null,
    reset: null,
    sessions: 0,
  });
  expect((await lastLetter(person))?.subject).toBe('Zweiter Faktor ausgeschaltet');
  await signIn(house.app, person.email);
});

test('a reset requested by an operator who was since closed cannot be confirmed', async () => {
  const person = await signUpPatient(house);
  await house.owner.pool.query('update accounts set second_factor_at = now() where id = $1', [person.accountId]);
  const leaving = await signedInOperator(house, ['people']);
  await act(leaving, person, 'ask_reset');
  await closeOperator(house.kernel, leaving.email);
  expect((await act(operator, person, 'confirm_reset')).json()).toMatchObject({ code: 'not_allowed_now' });
});

test('a reset requested by an operator who lost the permission cannot be confirmed', async () => {
  const person = await signUpPatient(house);
  await house.owner.pool.query('update accounts set second_factor_at = now() where id = $1', [person.accountId]);
  const moving = await signedInOperator(house, ['people']);
  await act(moving, person, 'ask_reset');
  const { email } = moving;
  await inviteOperator(house.kernel, { email, fullName: 'Jonas Petri', permissions: ['letters'], locale: 'de' });
  expect((await act(operator, person, 'confirm_reset')).json()).toMatchObject({ code: 'not_allowed_now' });
  expect((await act(operator, person, 'refuse_reset')).json()).toMatchObject({ reset: null });
});

test('a doctor can be invited twice, but not at an address with an account', async () => {
  const invite = (email: string) => atConsole(house, operator).post('/api/console/doctors', doctorOf(email));
  const email = newEmail('doctor');
  expect((await invite(email)).json()).toEqual({ again: false });
  expect((await invite(email)).json()).toEqual({ again: true });
  expect((await house.outbox(email)).map(({ subject }) => subject)).toEqual(Array(2).fill('Einladung zu Konsil'));
  expect((await invite(ours.patient.email)).json()).toMatchObject({ code: 'email_taken' });
  const other = await signedInOperator(house, ['people', 'letters', 'audit']);
  for (const path of ['', '/import', `/${ours.doctor.accountId}/close`])
    expect((await atConsole(house, other).post(`/api/console/doctors${path}`, {})).statusCode).toBe(404);
});

test('doctors of a file are all invited, or none if one line is wrong', async () => {
  const upload = (emails: string[], send: boolean) =>
    atConsole(house, operator).post('/api/console/doctors/import', { csv: csvOf(emails), send });
  const fresh = [newEmail('doctor'), newEmail('doctor')];
  const wrong = [...fresh, fresh[0] ?? '', ours.doctor.email, 'nora@example'];
  const checked = (await upload(wrong, true)).json<DoctorImport>();
  expect([checked.sent, checked.lines.map(({ line, state }) => [line, state])]).toEqual([
    0,
    [
      [2, 'new'],
      [3, 'new'],
      [4, 'twice'],
      [5, 'taken'],
      [6, 'wrong'],
    ],
  ]);
  expect((await upload(fresh, false)).json()).toMatchObject({ sent: 0 });
  for (const email of fresh) expect(await house.outbox(email)).toEqual([]);
  expect((await upload(fresh, true)).json()).toMatchObject({ sent: 2 });
  for (const email of fresh) expect(await house.outbox(email)).toHaveLength(1);
});

test("closing a doctor's account asks open cases' patients to choose another doctor", async () => {
  const leaving = await sentCase(house);
  const close = () =>
    atConsole(house, operator).post(`/api/console/doctors/${leaving.doctor.accountId}/close`, {
      reason: 'has_left',
      reference: '',
    });
  expect((await close()).json()).toEqual({ open_cases: 1 });
  expect((await close()).json()).toMatchObject({ code: 'not_allowed_now' });
  expect((await requestsAs(house.app, leaving.doctor).get('/account/isloggedin')).statusCode).toBe(401);
  const page = await pageOf(house, leaving, leaving.patient);
  expect(page.doctor?.id).toBe(leaving.doctor.accountId);
  const { rows } = await house.owner.pool.query(
    "select actor_id, detail from audit_records where action = 'doctor.deactivate' and subject_id = $1",
    [leaving.doctor.accountId],
  );
  expect(rows).toEqual([{ actor_id: operator.accountId, detail: '{"reason":"has_left"}' }]);
});

const lettersAt = async (state: string) =>
  (await atConsole(house, operator).get(`/api/console/letters?state=${state}`)).json<{ items: ConsoleLetter[] }>()
    .items;

test('failed emails are listed without content, and can be retried or discarded', async () => {
  const person = await registerPatient(house);
  const { rows } = await house.owner.pool.query<{ id: string }>(
    `update outbox set sent_at = null, failed_at = now(), failure = 'refused', attempts = 1, error = '550'
     where account_id = $1 and channel = 'email' returning id`,
    [person.accountId],
  );
  const ids = rows.map(({ id }) => id);
  const shown = (await lettersAt('failed')).filter(({ id }) => ids.includes(id));
  expect(shown[0]).toMatchObject({ failure: 'refused', error: '550', can_retry: true, channel: 'email' });
  expect(shown[0]?.to).toMatch(/^pa…\d@example\.org$/);
  expect(JSON.stringify(shown)).not.toContain('token=');

  const change = async (what: string, given = ids) =>
    (await atConsole(house, operator).post(`/api/console/letters/${what}`, { ids: given })).json();
  const before = (await house.outbox(person.email)).length;
  expect(await change('retry')).toEqual({ changed: ids.length });
  await waitUntil(async () => {
    const left = await house.owner.pool.query('select from outbox where id = any($1) and sent_at is null', [ids]);
    return left.rowCount === 0;
  });
  expect((await house.outbox(person.email)).length).toBe(before);
  expect(await change('retry')).toEqual({ changed: 0 });

  await house.owner.pool.query(
    "update outbox set sent_at = null, failed_at = now(), failure = 'refused' where id = any($1)",
    [ids],
  );
  expect(await change('give-up')).toEqual({ changed: ids.length });
  expect((await lettersAt('failed')).filter(({ id }) => ids.includes(id))).toEqual([]);
  expect(await house.outbox(person.email)).toEqual([]);
  expect(await actionsOf(house, operator.accountId)).toContain('letters.give_up');
  expect(await change('retry')).toEqual({ changed: 0 });
  const other = await signedInOperator(house, ['people', 'doctors', 'audit']);
  expect((await atConsole(house, other).get('/api/console/letters?state=failed')).statusCode).toBe(404);
  expect((await atConsole(house, other).post('/api/console/letters/retry', { ids })).statusCode).toBe(404);
});

test('an expired code is not sent again', async () => {
  const person = await registerPatient(house);
  await house.owner.pool.query(
    "update outbox set sent_at = null, failed_at = now(), failure = 'exhausted' where account_id = $1 and channel = 'sms'",
    [person.accountId],
  );
  const [letter] = await lettersAt('failed');
  expect(letter?.to).toMatch(/^\+49 … \d{4}$/);
  house.clock.advance(20 * 60_000);
  const [later] = await lettersAt('failed');
  expect(later).toMatchObject({ id: letter?.id, can_retry: false });
  const retried = await atConsole(house, operator).post('/api/console/letters/retry', { ids: [letter?.id] });
  expect(retried.json()).toEqual({ changed: 0 });
});

test('operator actions are listed with names, filtered, and exported without formulas', async () => {
  const reader = await signedInOperator(house, ['audit'], '=Mira Sommer');
  const person = await signUpPatient(house);
  await act(operator, person, 'lock', 'suspected_misuse');
  const list = async (query = '') =>
    (await atConsole(house, reader).get(`/api/console/acts${query}`)).json<{
      items: OperatorAct[];
      next_cursor: string | null;
      operators: { id: string; name: string }[];
    }>();
  const { items, operators } = await list('?limit=1');
  expect(items).toEqual([
    expect.objectContaining({
      operator: 'Jonas Petri',
      action: 'person.lock',
      subject: person.email,
      detail: { reason: 'suspected_misuse', reference: 'T-12' },
    }),
  ]);
  expect(operators.map(({ id }) => id)).toContain(reader.accountId);
  const { next_cursor: cursor } = await list('?limit=1');
  expect((await list(`?limit=1&cursor=${cursor}`)).items[0]?.id).not.toBe(items[0]?.id);
  expect((await list('?operator=')).items.every(({ operator: name }) => name === '')).toBe(true);
  expect(
    (await list(`?operator=${reader.accountId}`)).items.every(({ operator: name }) => name === '=Mira Sommer'),
  ).toBe(true);
  expect((await list('?to=2020-01-01')).items).toEqual([]);

  const file = () => atConsole(house, reader).post('/api/console/acts/file', {});
  await file();
  const { csv, complete } = (await file()).json<{ csv: string; complete: boolean }>();
  expect(complete).toBe(true);
  expect(csv).toContain(`"person.lock";"allowed";"${person.email}";"reason: suspected_misuse; reference: T-12"`);
  expect(csv).toContain(`"'=Mira Sommer";"operators.export"`);
  for (const path of ['/acts', '/limits']) {
    const answer = await atConsole(house, await signedInOperator(house, [])).get(`/api/console${path}`);
    expect([path, answer.statusCode]).toEqual([path, path === '/acts' ? 404 : 200]);
  }
});
