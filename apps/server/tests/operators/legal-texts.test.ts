import { randomUUID } from 'node:crypto';
import type { Dashboard } from '@konsil/contracts/cases';
import type { ConsoleLegalText, ConsoleLegalVersion, NewLegalText } from '@konsil/contracts/console-legal';
import type { LegalKind } from '@konsil/contracts/legal-notices';
import type { LegalTexts, LegalVersionText } from '@konsil/contracts/legal-texts';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Consent } from '@konsil/contracts/privacy';
import { sql } from 'drizzle-orm';
import { actingAs } from '@konsil/server-domain/database/roles';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';
import { dayMs, hourMs, minuteMs } from '@konsil/server-platform/clock';
import { eraseDueAccounts, eraseForOwner } from '@konsil/server-privacy/erasure';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf } from '../support/cases.ts';
import { atConsole, signedInOperator } from '../support/operators.ts';
import { inviteDoctor, newEmail, password, requestsAs, signIn, signUpPatient, type Person } from '../support/people.ts';
import { unzip } from '../support/unzip.ts';

let house: TestApp;
let operator: Person & { secret: string };
beforeEach(async () => {
  house = await testApp();
  // In the morning, so that no test goes on past midnight.
  house.clock.advance(dayMs - ((house.clock.now().getTime() - 8 * hourMs) % dayMs));
  operator = await signedInOperator(house, ['legal']);
});
afterEach(() => house.close());

const today = () => dayOf(house.clock.now());
const inDays = (days: number) => addDays(today(), days);
const console = (by: Person = operator) => atConsole(house, by);
const listed = async (kind: LegalKind): Promise<ConsoleLegalText> => {
  const { items } = bodyOf<{ items: ConsoleLegalText[] }>(await console().get('/api/console/legal'));
  const found = items.find((one) => one.kind === kind);
  if (!found) throw new Error('The kind is missing.');
  return found;
};
const aText = async (changes: Partial<NewLegalText> = {}): Promise<NewLegalText> => {
  const kind = changes.kind ?? 'terms';
  return {
    kind,
    text_de: '# Zweck\n\nKonsil verbindet.',
    text_en: '# Purpose\n\nKonsil connects.',
    changes_de: 'Der Zweck ist neu.',
    changes_en: 'The purpose is new.',
    holds_from: today(),
    after: (await listed(kind)).versions[0]?.id ?? null,
    ...changes,
  };
};
const send = async (changes: Partial<NewLegalText> = {}) => console().post('/api/console/legal', await aText(changes));
const publish = async (changes: Partial<NewLegalText> = {}): Promise<ConsoleLegalVersion> =>
  bodyOf<ConsoleLegalVersion>(await send(changes), 201);
const withdraw = (id: string) => console().post(`/api/console/legal/${id}/withdraw`);
const shown = async (): Promise<LegalTexts> => bodyOf<LegalTexts>(await requestsAs(house.app).get('/account/legal'));
const noticesOf = async (person: Person) =>
  bodyOf<Dashboard>(await requestsAs(house.app, person).get('/account/dashboarddata')).legal_notices;
const accept = (person: Person, id: string) => requestsAs(house.app, person).post(`/account/legal/${id}/accept`);
/** Sessions end within a day: people sign in again. */
const passOneDay = async (...people: Person[]) => {
  house.clock.advance(dayMs);
  for (const person of people) Object.assign(person, await signIn(house.app, person.email));
};
const codeOf = (answer: Parameters<typeof bodyOf>[0], status = 409) => bodyOf<ProblemBody>(answer, status).code;
const faultsOf = (answer: Parameters<typeof bodyOf>[0]) =>
  bodyOf<ProblemBody>(answer, 422).errors?.map(({ path, code }) => `${path} ${code}`);

test('legal texts are managed only with the permission for them', async () => {
  const { id } = await publish({ holds_from: inDays(3) });
  const other = await signedInOperator(house, ['people', 'doctors', 'letters', 'audit', 'holds']);
  const text = await aText();
  for (const path of ['', `/${id}`])
    expect((await console(other).get(`/api/console/legal${path}`)).statusCode).toBe(404);
  for (const path of ['', `/${id}/withdraw`])
    expect((await console(other).post(`/api/console/legal${path}`, text)).statusCode).toBe(404);
  const missing = randomUUID();
  expect((await console().get(`/api/console/legal/${missing}`)).statusCode).toBe(404);
  expect((await withdraw(missing)).statusCode).toBe(404);
  expect((await requestsAs(house.app).get(`/account/legal/${missing}`)).statusCode).toBe(404);
});

test('without a published version the configured texts apply, and nobody is asked', async () => {
  const patient = await signUpPatient(house);
  expect(await shown()).toMatchObject({ terms: null, versions: [], privacy: { de: expect.stringContaining('DSGVO') } });
  expect(await noticesOf(patient)).toBeUndefined();
  expect(await listed('terms')).toEqual({ kind: 'terms', text: null, versions: [] });
  expect((await listed('privacy')).text).toEqual((await shown()).privacy);
});

test('a planned version is announced, takes effect on its day, can be withdrawn before', async () => {
  const first = await publish();
  expect(first).toMatchObject({ version: 1, state: 'current', published_by: 'Jonas Petri' });
  const planned = await publish({ text_de: 'Neu.', text_en: 'New.', holds_from: inDays(2) });
  expect(planned).toMatchObject({ version: 2, state: 'planned' });
  expect((await shown()).terms?.de).toContain('verbindet');
  expect((await shown()).versions.map(({ version, state }) => [version, state])).toEqual([
    [2, 'planned'],
    [1, 'current'],
  ]);
  // The next one would be compared with a text that is not in force yet.
  expect(codeOf(await send())).toBe('not_allowed_now');
  expect(bodyOf(await withdraw(planned.id))).toMatchObject({ state: 'withdrawn' });
  expect(codeOf(await withdraw(planned.id))).toBe('not_allowed_now');
  expect(codeOf(await withdraw(first.id))).toBe('not_allowed_now');
  expect((await requestsAs(house.app).get(`/account/legal/${planned.id}`)).statusCode).toBe(404);
  expect((await shown()).versions).toHaveLength(1);

  const again = await publish({ text_de: 'Neu.', text_en: 'New.', holds_from: inDays(2) });
  house.clock.advance(2 * dayMs);
  expect((await shown()).terms).toEqual({ de: 'Neu.', en: 'New.' });
  const old = bodyOf<LegalVersionText>(await requestsAs(house.app).get(`/account/legal/${first.id}`));
  expect(old).toMatchObject({ version: 1, state: 'past', text: { de: expect.stringContaining('verbindet') } });
  expect(again.version).toBe(3);
});

test('refuses a concurrent version, a past date and HTML', async () => {
  await publish();
  expect(codeOf(await send({ after: null }))).toBe('version_conflict');
  expect(faultsOf(await send({ holds_from: inDays(-1) }))).toEqual(['holds_from appointmentPast']);
  expect(faultsOf(await send({ text_de: 'Hier <b>fett</b>', changes_en: ' ' }))).toEqual([
    'text_de invalid',
    'changes_en contentMissing',
  ]);
  expect(faultsOf(await send({ text_en: 'x'.repeat(50_001) }))).toEqual(['text_en tooLong']);
  expect((await send({ text_de: 'Werte < 5 und > 3 gelten.' })).statusCode).toBe(201);
});

test('of two operators who publish at once, one gets a conflict', async () => {
  const text = await aText();
  const answers = await Promise.all([1, 2].map(() => console().post('/api/console/legal', text)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
});

test('no statement changes or deletes a published version, and requests write none', async () => {
  const { id } = await publish();
  const planned = await publish({ kind: 'privacy', holds_from: inDays(5) });
  const { pool } = house.owner;
  for (const statement of [
    `update legal_texts set text_de = 'anders' where id = '${id}'`,
    `update legal_texts set holds_from = '2099-01-01' where id = '${planned.id}'`,
    `update legal_texts set withdrawn_at = holds_from + interval '1 day' where id = '${planned.id}'`,
    `update legal_texts set withdrawn_at = '2000-01-01', text_en = '' where id = '${planned.id}'`,
    `delete from legal_texts`,
    `truncate legal_texts cascade`,
  ])
    await expect(pool.query(statement)).rejects.toThrow('legal texts are never');
  const patient = await signUpWithTerms(id);
  await expect(
    house.kernel.db.transaction(
      (tx) => tx.execute(sql`update legal_texts set withdrawn_at = now()`),
      actingAs(patient.accountId),
    ),
  ).rejects.toMatchObject({ cause: { code: '42501' } });
});

const signUpWithTerms = async (terms: string | undefined): Promise<Person> => {
  const email = newEmail();
  const answer = await requestsAs(house.app).post('/account/api/signup', {
    email,
    password,
    confirm_password: password,
    consent: true,
    ...(terms && { terms }),
  });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  const { rows } = await house.owner.pool.query<{ id: string }>('select id from accounts where email = $1', [email]);
  return { accountId: rows[0]?.id ?? '', email, phone: '', csrf: '', token: '' };
};

test('a sign-up accepts the terms in force, and no others', async () => {
  await signUpWithTerms(undefined);
  const { id } = await publish();
  await publish({ kind: 'privacy' });
  const form = { email: newEmail(), password, confirm_password: password, consent: true };
  const signUp = (terms?: string) => requestsAs(house.app).post('/account/api/signup', { ...form, terms });
  expect(faultsOf(await signUp())).toEqual(['terms termsMissing']);
  expect(faultsOf(await signUp(randomUUID()))).toEqual(['terms termsMissing']);
  const { accountId } = await signUpWithTerms(id);
  const { rows } = await house.owner.pool.query(
    'select kind from legal_acceptances join legal_texts on id = text_id where account_id = $1 order by 1',
    [accountId],
  );
  expect(rows).toEqual([{ kind: 'privacy' }, { kind: 'terms' }]);
});

test('patients and doctors are told what changed until they accept, and keep their access', async () => {
  const [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
  const first = await publish();
  for (const person of [patient, doctor]) {
    expect(await noticesOf(person)).toEqual([
      expect.objectContaining({ id: first.id, kind: 'terms', known_before: false }),
    ]);
    expect((await accept(person, first.id)).statusCode).toBe(200);
    expect((await accept(person, first.id)).statusCode).toBe(200);
    expect(await noticesOf(person)).toBeUndefined();
  }
  const second = await publish({ changes_en: 'Fees are named.', holds_from: inDays(1) });
  expect(codeOf(await accept(patient, second.id))).toBe('not_allowed_now');
  await passOneDay(patient, doctor);
  expect(await noticesOf(patient)).toEqual([
    {
      id: second.id,
      kind: 'terms',
      holds_from: second.holds_from,
      changes: { de: 'Der Zweck ist neu.', en: 'Fees are named.' },
      known_before: true,
    },
  ]);
  expect(codeOf(await accept(patient, first.id))).toBe('not_allowed_now');
  const mine = requestsAs(house.app, patient);
  expect((await mine.get('/api/patientsoverview')).statusCode).toBe(200);
  expect((await mine.post('/account/export', { current_password: password })).statusCode).toBe(200);
  const { rows } = await house.owner.pool.query(
    "select action, detail from audit_records where actor_id = $1 and action like 'legal.%'",
    [patient.accountId],
  );
  expect(rows).toEqual([{ action: 'legal.accept', detail: JSON.stringify({ kind: 'terms', version: '1' }) }]);
});

test('a new privacy notice is shown to existing accounts; new consents include it', async () => {
  const before = await signUpPatient(house);
  const versionOf = async (person: Person) =>
    bodyOf<Consent[]>(await requestsAs(house.app, person).get('/account/consents'))[0]?.text_version;
  const known = await versionOf(before);
  const notice = await publish({ kind: 'privacy', holds_from: inDays(1) });
  expect(await versionOf(await signUpPatient(house))).toBe(known);
  await passOneDay(before);
  const after = await signUpPatient(house);
  expect(await versionOf(after)).not.toBe(known);
  expect(await noticesOf(after)).toBeUndefined();
  expect(await noticesOf(before)).toEqual([expect.objectContaining({ kind: 'privacy', known_before: true })]);
  bodyOf(await accept(before, notice.id));
  expect(await noticesOf(before)).toBeUndefined();
});

test('a privacy notice is also shown to accounts created earlier on the same day', async () => {
  const before = await signUpPatient(house);
  house.clock.advance(minuteMs);
  await publish({ kind: 'privacy' });
  const after = await signUpPatient(house);
  expect(await noticesOf(before)).toEqual([expect.objectContaining({ kind: 'privacy' })]);
  expect(await noticesOf(after)).toBeUndefined();
});

test('the export has what was accepted, and an erasure removes it', async () => {
  const patient = await signUpPatient(house);
  const { id } = await publish();
  bodyOf(await accept(patient, id));
  const answer = await requestsAs(house.app, patient).post('/account/export', { current_password: password });
  const { Filelocation } = answer.json<{ Filelocation: string }>();
  const file = await house.app.inject(new URL(Filelocation, 'http://localhost').pathname);
  const data = JSON.parse(String((await unzip(file.rawPayload)).get('data.json'))) as { legal_texts: unknown };
  expect(data.legal_texts).toEqual([
    { kind: 'terms', version: 1, holds_from: today(), accepted_at: expect.any(String) },
  ]);
  await eraseForOwner(house.kernel, patient.email, false);
  house.clock.advance(31 * dayMs);
  await eraseDueAccounts(house.kernel);
  expect((await house.owner.pool.query('select from legal_acceptances')).rows).toEqual([]);
});

test("publishing and withdrawing is in the operators' log", async () => {
  await publish();
  await withdraw((await publish({ holds_from: inDays(2) })).id);
  const { rows } = await house.owner.pool.query(
    "select action, actor_id, detail::json as detail from audit_records where action like 'legal.%' order by id",
  );
  expect(rows).toEqual(
    [
      ['legal.publish', { kind: 'terms', version: '1', holds_from: today() }],
      ['legal.publish', { kind: 'terms', version: '2', holds_from: inDays(2) }],
      ['legal.withdraw', { kind: 'terms', version: '2' }],
    ].map(([action, detail]) => ({ action, actor_id: operator.accountId, detail })),
  );
});
