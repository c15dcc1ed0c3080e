import { join } from 'node:path';
import type { Dashboard } from '@konsil/contracts/cases';
import type { Epicrisis, EpicrisisContent } from '@konsil/contracts/epicrisis';
import type { GivenCode } from '@konsil/contracts/medical-codes';
import type { Patient } from '@konsil/contracts/patients';
import type { ProblemBody } from '@konsil/contracts/problem';
import { sql } from 'drizzle-orm';
import { importCodes } from '@konsil/server-doctors/codes/import-codes';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf, newCase, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let patient: Person;
let doctor: Person;
let conversation: Conversation;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
  conversation = await sentCase(house, { patient, doctor });
});

const content = (assessment: string): EpicrisisContent => ({
  occasion: 'Zweitmeinung',
  diagnoses: '',
  course: '',
  findings: '',
  assessment,
  recommendation: '',
  open_questions: '',
  plain_language: 'Der Knoten ist gutartig.',
});
const save = (
  version: number,
  assessment: string,
  release = false,
  who = doctor,
  id = conversation.patientId,
  headers: Record<string, string> = {},
) =>
  requestsAs(house.app, who).post(`/api/epikrise/${id}`, { version, content: content(assessment), release }, headers);
const read = async (who: Person): Promise<Epicrisis> =>
  bodyOf(await requestsAs(house.app, who).get(`/api/epikrise/${conversation.patientId}`));

test('versions have author and time; the patient reads released ones', async () => {
  expect(await read(doctor)).toMatchObject({
    version: 0,
    current: null,
    released: null,
    versions: [],
    patient: { last_name: 'Möller' },
  });
  expect(bodyOf<Epicrisis>(await save(0, 'Erste Fassung'))).toMatchObject({ version: 1, released: null });
  expect(await read(patient)).toMatchObject({ version: 0, current: null, versions: [] });
  bodyOf(await save(1, 'Zweite Fassung', true));
  bodyOf(await save(2, 'Dritte Fassung'));
  expect(
    (await read(doctor)).versions.map(({ version, author, content: { assessment } }) => [version, author, assessment]),
  ).toEqual([
    [3, 'Dr. med. Jonas Weber', 'Dritte Fassung'],
    [2, 'Dr. med. Jonas Weber', 'Zweite Fassung'],
    [1, 'Dr. med. Jonas Weber', 'Erste Fassung'],
  ]);
  expect((await read(patient)).versions.map(({ version }) => version)).toEqual([2]);
  expect((await pageOf(house, conversation, patient)).timeline.map(({ kind }) => kind)).toContain('epicrisis_released');
  expect((await house.outbox(patient.email))[0]?.subject).toBe('In Ihrer Patientenakte bei Konsil gibt es etwas Neues');
});

test("a released version is on the patient's dashboard until opened, per release", async () => {
  const waiting = async (who: Person) =>
    bodyOf<Dashboard>(await requestsAs(house.app, who).get('/account/dashboarddata')).unread_summaries.map(
      ({ id }) => id,
    );
  const marked = async (who: Person) =>
    bodyOf<Patient>(await requestsAs(house.app, who).get(`/api/patients/${conversation.patientId}`)).summary_unread;
  await read(patient);
  expect([await waiting(patient), await marked(patient)]).toEqual([[], undefined]);
  bodyOf(await save((await read(doctor)).version, 'Noch nicht für alle'));
  expect(await waiting(patient)).toEqual([]);
  bodyOf(await save((await read(doctor)).version, 'Für alle', true));
  expect([await waiting(patient), await marked(patient)]).toEqual([[conversation.patientId], true]);
  expect([await waiting(doctor), await marked(doctor)]).toEqual([[], undefined]);
  await read(doctor);
  expect(await waiting(patient)).toHaveLength(1);
  await read(patient);
  expect([await waiting(patient), await marked(patient)]).toEqual([[], undefined]);
});

test('refuses an empty epicrisis', async () => {
  const { version } = await read(doctor);
  const empty = { ...content(''), occasion: ' ', plain_language: '' };
  const refused = await requestsAs(house.app, doctor).post(`/api/epikrise/${conversation.patientId}`, {
    version,
    content: empty,
    release: true,
  });
  expect(refused.json<ProblemBody>().errors).toMatchObject([{ path: 'content.occasion', code: 'epicrisisEmpty' }]);
  expect((await read(doctor)).version).toBe(version);
});

test('the second of two doctors editing one version gets a conflict with the newer one', async () => {
  const colleague = await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen' });
  await sentCase(house, { patient, doctor: colleague });
  const { version } = await read(doctor);
  const [mine, theirs] = await Promise.all([save(version, 'Von Weber'), save(version, 'Von Ohlsen', false, colleague)]);
  const [won, lost] = mine.statusCode === 200 ? [mine, theirs] : [theirs, mine];
  expect(lost?.json<ProblemBody>()).toMatchObject({
    status: 409,
    code: 'version_conflict',
    current: { version: version + 1, current: { content: won?.json<Epicrisis>().current?.content } },
  });
});

test('saving twice with one Idempotency-Key creates one version', async () => {
  const { version } = await read(doctor);
  const key = { 'idempotency-key': 'one-version-only' };
  const twice = await Promise.all(
    [1, 2].map(() => save(version, 'Einmal', false, doctor, conversation.patientId, key)),
  );
  expect(twice.map((response) => bodyOf<Epicrisis>(response).version)).toEqual([version + 1, version + 1]);
});

test('only doctors of the patient write, and a draft case does not count', async () => {
  const [stranger, other] = [await inviteDoctor(house), await inviteDoctor(house)];
  await newCase(house, { patient, doctor: other });
  for (const who of [stranger, other, patient]) expect((await save(9, 'Fremd', false, who)).statusCode).toBe(404);
  for (const who of [stranger, other])
    expect((await requestsAs(house.app, who).get(`/api/epikrise/${conversation.patientId}`)).statusCode).toBe(404);
});

test('a summary keeps its codes across versions, also after their list was replaced', async () => {
  const { kernel, clock } = house;
  const version = dayOf(clock.now()).slice(0, 4);
  const file = join(__dirname, '../../../../libs/server/doctors/fixtures/icd10gm2026syst_kodes.txt');
  await importCodes(kernel.db, file, { system: 'icd10gm', version, now: clock.now() });
  const code: GivenCode = { system: 'icd10gm', version, code: 'E04.1', certainty: 'V', side: null };
  const saveWith = async (codes: GivenCode[], release = false) =>
    requestsAs(house.app, doctor).post(`/api/epikrise/${conversation.patientId}`, {
      version: (await read(doctor)).version,
      content: content('Mit Kode'),
      codes,
      release,
    });
  const kept = [{ ...code, title: 'Nichttoxischer solitärer Schilddrüsenknoten' }];
  expect(bodyOf<Epicrisis>(await saveWith([code])).current?.codes).toEqual(kept);
  await kernel.db.execute(sql`delete from code_lists`);
  bodyOf(await saveWith([code], true));
  expect((await read(patient)).released?.codes).toEqual(kept);
  expect((await saveWith([{ ...code, code: 'E04.2' }])).json<ProblemBody>().errors).toMatchObject([
    { path: 'codes.0', code: 'codeGone' },
  ]);
  // A page that was opened before there were codes sends none.
  const { version: last } = await read(doctor);
  expect(bodyOf<Epicrisis>(await save(last, 'Von einer älteren Seite')).current?.codes).toEqual(kept);
  expect(bodyOf<Epicrisis>(await saveWith([])).current?.codes).toBeUndefined();
});
