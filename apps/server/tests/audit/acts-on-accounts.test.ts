import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Assistant, Practice } from '@konsil/contracts/assistant-states';
import type { PersonAct } from '@konsil/contracts/console-codes';
import type { ConsoleLegalVersion } from '@konsil/contracts/console-legal';
import { accounts } from '@konsil/server-domain/schema';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';
import type { AuditActionName } from '@konsil/server-platform/audit/security-events';
import { dayMs } from '@konsil/server-platform/clock';
import { eraseDueAccounts } from '@konsil/server-privacy/erasure';
import { eq } from 'drizzle-orm';
import { testApp, type TestApp } from '../support/app.ts';
import { expectRecorded, recordsOf } from '../support/audit.ts';
import { keyPair } from '../support/backend-clients.ts';
import { bodyOf, ownPatientId } from '../support/cases.ts';
import { runKonsil } from '../support/commands.ts';
import { atConsole, signedInOperator, totpOf } from '../support/operators.ts';
import {
  inviteAssistant,
  inviteDoctor,
  linkToken,
  newEmail,
  newPhone,
  password,
  registerDoctor,
  registerPatient,
  requestsAs,
  signIn,
  smsCode,
  type Person,
} from '../support/people.ts';

let house: TestApp;
let patient: Person;
let doctor: Person;
let operator: Person;
let second: Person;
beforeAll(async () => {
  house = await testApp();
  patient = await registerPatient(house);
  doctor = await registerDoctor(house);
  operator = await signedInOperator(house, ['people', 'doctors', 'letters', 'audit', 'legal']);
  second = await signedInOperator(house, ['people'], 'Mira Sommer');
});

const as = (person: Person) => requestsAs(house.app, person);
const idOf = async (email: string) =>
  (await house.kernel.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email)))[0]?.id ?? '';
/** An operator at the command line has no account. */
const commandLine = { accountId: null };
const byCommand = async (action: AuditActionName, line: string | string[], about: object = {}) => {
  const { code, text } = await expectRecorded(house, action, commandLine, { actorRole: 'admin', ...about }, () =>
    runKonsil(line, house),
  );
  expect([code, text]).toEqual([0, text]);
  return text;
};

test('changes of an account by its owner are recorded', async () => {
  expect(await recordsOf(house, 'account.sign_up')).toMatchObject([
    { actorId: patient.accountId, actorRole: 'patient', result: 'allowed' },
  ]);
  const email = { email: newEmail(), current_password: password };
  bodyOf(
    await expectRecorded(house, 'account.email', patient, {}, () => as(patient).post('/account/email', email)),
    202,
  );
  bodyOf(await expectRecorded(house, 'account.email', patient, {}, () => as(patient).delete('/account/email')));

  const phone = newPhone();
  bodyOf(await as(patient).post('/account/phonenumber', { Handynummer: phone, current_password: password }));
  const code = await smsCode(house, phone);
  type Tokens = { CSRF_Token: string; Authorization: string };
  const renew = ({ CSRF_Token: csrf, Authorization: token }: Tokens) => Object.assign(patient, { csrf, token });
  renew(
    bodyOf(await expectRecorded(house, 'account.phone', patient, {}, () => as(patient).post('/account/otp', { code }))),
  );

  const next = 'Sieben-Melonen-8';
  const change = { current_password: password, password: next, confirm_password: next };
  renew(
    bodyOf(
      await expectRecorded(house, 'account.password', patient, {}, () => as(patient).post('/account/password', change)),
    ),
  );
  await as(patient).post('/account/password/forgot', { email: patient.email });
  const token = await linkToken(house, patient.email);
  const reset = { token, password, confirm_password: password };
  bodyOf(
    await expectRecorded(house, 'account.password', patient, {}, () =>
      requestsAs(house.app).post('/account/password/reset', reset),
    ),
  );
  Object.assign(patient, await signIn(house.app, patient.email));
});

test('accepting, refusing and ending work as an assistant is recorded', async () => {
  const assistant = await inviteAssistant(house, doctor);
  expect(await recordsOf(house, 'assistant.accept')).toMatchObject([
    { actorId: assistant.accountId, subjectId: doctor.accountId, result: 'allowed' },
  ]);
  const other = await inviteDoctor(house);
  const invited = { first_name: 'Anna', last_name: 'Muster', email: assistant.email };
  const about = { subjectId: other.accountId };
  for (const [action, accepts] of [
    ['assistant.refuse', false],
    ['assistant.accept', true],
  ] as const) {
    bodyOf<Assistant>(await as(other).post('/api/assistants', invited), 201);
    const practices = bodyOf<Practice[]>(await as(assistant).get('/api/practices'));
    const offer = practices.find(({ state }) => state === 'invited')?.id;
    const said = await expectRecorded(house, action, assistant, about, () =>
      as(assistant).post(`/api/practices/${offer}/answer`, { accepts }),
    );
    expect(said.statusCode).toBe(200);
  }
  const [row] = bodyOf<Assistant[]>(await as(other).get('/api/assistants'));
  bodyOf(
    await expectRecorded(house, 'assistant.end', other, { subjectId: assistant.accountId }, () =>
      as(other).post(`/api/assistants/${row?.id}/end`, {}),
    ),
  );
});

test("operators' actions on accounts are recorded", async () => {
  const secret = bodyOf<{ secret: string }>(
    await as(patient).post('/account/secondfactor', { current_password: password }),
  ).secret;
  await as(patient).post('/account/secondfactor/confirm', { code: totpOf(house, secret) });
  const path = `/api/console/people/${patient.accountId}/acts`;
  const acts: [AuditActionName, PersonAct, Person][] = [
    ['person.forget_attempts', 'forget_attempts', operator],
    ['person.ask_reset', 'ask_reset', operator],
    ['person.refuse_reset', 'refuse_reset', second],
    ['person.ask_reset', 'ask_reset', operator],
    ['person.confirm_reset', 'confirm_reset', second],
  ];
  const detail = JSON.stringify({ reason: 'asked_by_owner', reference: 'T-12' });
  for (const [action, act, by] of acts)
    bodyOf(
      await expectRecorded(house, action, by, { subjectId: patient.accountId, actorRole: 'admin', detail }, () =>
        atConsole(house, by).post(path, { act, reason: 'asked_by_owner', reference: 'T-12' }),
      ),
    );
  await byCommand('account.unlock', ['account', 'unlock', patient.email], { subjectId: patient.accountId });
  await byCommand('audit.affected', ['audit', 'affected', '--account', doctor.email, '--from', '2020-01-01']);
});

test('other actions in the operator console are recorded', async () => {
  const email = newEmail('doctor');
  const entry = { title: '', first_name: 'Nora', last_name: 'Lindt', specialty: 'Radiologie', city: 'Ulm' };
  const invitation = { ...entry, email, languages: ['de'], reply_days: 3, locale: 'de' };
  const console = atConsole(house, operator);
  bodyOf(
    await expectRecorded(house, 'doctor.invite', operator, { actorRole: 'admin' }, () =>
      console.post('/api/console/doctors', invitation),
    ),
  );
  expect((await recordsOf(house, 'doctor.invite')).at(-1)?.subjectId).toBe(await idOf(email));
  bodyOf(
    await expectRecorded(house, 'letters.retry', operator, { detail: JSON.stringify({ letters: '0' }) }, () =>
      console.post('/api/console/letters/retry', { ids: [doctor.accountId] }),
    ),
  );
  bodyOf(
    await expectRecorded(house, 'operators.export', operator, { actorRole: 'admin' }, () =>
      console.post('/api/console/acts/file', {}),
    ),
  );
});

test('inviting, changing and closing operator accounts is recorded', async () => {
  const email = newEmail('operator');
  const invite = (permissions: string) => [
    'operator',
    'invite',
    email,
    '--name',
    'Ada Kern',
    '--permissions',
    permissions,
  ];
  await byCommand('operator.invite', invite('people'), { detail: JSON.stringify({ permissions: 'people' }) });
  const subjectId = await idOf(email);
  expect(await recordsOf(house, 'operator.invite')).toContainEqual(expect.objectContaining({ subjectId }));
  const token = await linkToken(house, email);
  await atConsole(house).post('/account/password/reset', { token, password, confirm_password: password });
  const detail = JSON.stringify({ permissions: 'letters' });
  await byCommand('operator.change', invite('letters'), { subjectId, detail });
  await byCommand('operator.close', ['operator', 'close', email], { subjectId });
});

test('changing webhooks and clients of other systems is recorded', async () => {
  const idIn = (text: string) => /[\da-f]{8}-[\da-f-]{27}/.exec(text)?.[0] ?? '';
  const webhook = idIn(await byCommand('webhook.add', ['webhook', 'add', 'https://his.example/hook']));
  const ofWebhook = { detail: JSON.stringify({ webhook }) };
  expect((await recordsOf(house, 'webhook.add')).at(-1)).toMatchObject(ofWebhook);
  await byCommand('webhook.rotate', ['webhook', 'rotate', webhook], ofWebhook);
  await byCommand('webhook.enable', ['webhook', 'enable', webhook], ofWebhook);
  await byCommand('webhook.remove', ['webhook', 'remove', webhook], ofWebhook);

  const file = join(house.env.KONSIL_DATA_DIR, 'keys.json');
  await writeFile(file, JSON.stringify({ keys: [(await keyPair()).jwk] }));
  const add = ['client', 'add', 'Archiv', '--doctors', doctor.email, '--jwks', file];
  const client = idIn(await byCommand('client.add', add));
  const ofClient = { detail: JSON.stringify({ client }) };
  expect((await recordsOf(house, 'client.add')).at(-1)).toMatchObject(ofClient);
  await byCommand('client.rotate', ['client', 'rotate', client, '--jwks', file], ofClient);
  await byCommand('client.remove', ['client', 'remove', client], ofClient);
});

// These let days pass, so sessions end.
test('reading a notice and erasing an account is recorded', async () => {
  const notice = bodyOf<ConsoleLegalVersion>(
    await atConsole(house, operator).post('/api/console/legal', {
      kind: 'privacy',
      text_de: '# Zweck\n\nKonsil verbindet.',
      text_en: '# Purpose\n\nKonsil connects.',
      changes_de: 'Der Zweck ist neu.',
      changes_en: 'The purpose is new.',
      holds_from: addDays(dayOf(house.clock.now()), 1),
      after: null,
    }),
    201,
  );
  house.clock.advance(2 * dayMs);
  Object.assign(patient, await signIn(house.app, patient.email));
  const detail = JSON.stringify({ kind: 'privacy', version: '1' });
  bodyOf(
    await expectRecorded(house, 'legal.noted', patient, { detail }, () =>
      as(patient).post(`/account/legal/${notice.id}/accept`),
    ),
  );
  const chain = await ownPatientId(house, patient);
  bodyOf(await as(patient).post('/account/erasure', { current_password: password }));
  house.clock.advance(31 * dayMs);
  const system = { accountId: null };
  await expectRecorded(house, 'patient.erased', system, { actorRole: 'system', chain }, () =>
    expectRecorded(house, 'account.erased', system, { actorRole: 'system' }, () => eraseDueAccounts(house.kernel)),
  );
});
