import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { outbox } from '@konsil/server-domain/schema';
import { dayMs } from '@konsil/server-platform/clock';
import { installationChains } from '@konsil/server-platform/audit/installation-chains';
import { testApp, type TestApp } from '../support/app.ts';
import { sentCase } from '../support/cases.ts';
import { aConversation } from '../support/conversation.ts';
import { requestsAs, inviteDoctor, linkToken, newEmail, password, signIn, signUpPatient } from '../support/people.ts';
import { runCommand } from '../../src/cli/run.ts';
import { called, runKonsil, secret } from '../support/commands.ts';

let house: TestApp;
beforeAll(async () => {
  house = await testApp({ KONSIL_SECRET: secret });
});

const konsil = (line: string | string[], test = house) => runKonsil(line, test);
const inviteArgs = (email: string) => [
  'doctor',
  'invite',
  '--email',
  email,
  '--title',
  'Dr. med.',
  '--first-name',
  'Nora',
  '--last-name',
  'Lindt',
  '--specialty',
  'Innere Medizin',
  '--city',
  'Ulm',
  '--languages',
  'de,fr',
];

describe('The command line', () => {
  test.each(['--help', '-h', 'help'])('%s lists the commands', async (line) => {
    const { code, text } = await konsil(line);
    expect(code).toBe(0);
    for (const name of [
      'doctor invite',
      'doctor import',
      'doctor deactivate',
      'doctor list',
      'account unlock',
      'account erase',
      'letters failed',
      'audit verify',
      'audit affected',
      'keys rotate',
      'backup',
      'restore',
    ])
      expect(text).toContain(name);
  });

  test.each([
    ['', `${called} <command> --help`],
    ['nothing here', 'There is no command "nothing here".'],
    ['doctor', 'There is no command "doctor".'],
    ['doctor deactivate', '<e-mail> is missing.'],
    ['doctor list more', '"more" is too much.'],
    ['doctor list --colour', "Unknown option '--colour'"],
    ['doctor invite', '--email: Please enter your email.'],
    ['audit affected --from 2026-01-01', 'Give one of --account, --document and --client.'],
    ['audit affected --account a@example.org', '--from is missing.'],
    ['audit affected --account a@example.org --from soon', '--from must be a date'],
    ['audit affected --document 7 --from 2026-01-01', '--document must be the id'],
    ['audit affected --client % --from 2026-01-01', '--client must be the id'],
    ['audit affected --client 7 --account a --from 2026-01-01', 'Give one of --account, --document and --client.'],
  ])('"%s" is refused as incorrect usage', async (line, words) => {
    const { code, text } = await konsil(line);
    expect(code).toBe(2);
    expect(text).toContain(words);
  });

  test('each command has help without opening the installation', async () => {
    for (const name of ['doctor invite', 'audit verify', 'keys rotate', 'restore']) {
      const lines: string[] = [];
      const code = await runCommand([...name.split(' '), '--help'], () => Promise.reject(new Error('opened')), {
        called,
        say: (text) => lines.push(text),
        complain: (text) => lines.push(text),
      });
      expect([code, lines.join()]).toEqual([0, expect.stringContaining(`${called} ${name}`)]);
    }
  });

  test('an installation that cannot be opened is one clear line', async () => {
    const lines: string[] = [];
    const code = await runCommand(
      ['doctor', 'list'],
      () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })),
      { called, say: () => undefined, complain: (text) => lines.push(text) },
    );
    expect([code, lines]).toEqual([1, ['connect ECONNREFUSED 127.0.0.1:5432']]);
  });
});

test('shows what is kept for how long, and why', async () => {
  const { code, text } = await konsil('retention');
  expect(code).toBe(0);
  expect(text).toContain('10 years (LETTERS_KEPT_YEARS), from sending. Reason: the doctor');
  expect(text).toContain('drafts: drafts\n  180 days, from the last change.');
});

test('lists undeliverable emails with their account', async () => {
  expect(await konsil('letters failed')).toEqual({ code: 0, text: 'Every letter left, or is still being tried.' });
  const { email, accountId } = await signUpPatient(house);
  await house.kernel.db.insert(outbox).values([
    { channel: 'email', accountId, sealed: Buffer.alloc(0), attempts: 1, failedAt: new Date('2026-03-01T10:00:00Z') },
    { channel: 'sms', sealed: Buffer.alloc(0), attempts: 40, failedAt: new Date('2026-03-02T10:00:00Z') },
  ]);
  expect((await konsil('letters failed')).text.split('\n')).toEqual([
    '2026-03-02 10:00 UTC  sms    attempts: 40  no account',
    `2026-03-01 10:00 UTC  email  attempts: 1  account ${email}`,
  ]);
});

describe('Code lists', () => {
  const official = (system: string) =>
    join(__dirname, `../../../../libs/server/doctors/fixtures/${system}2026syst_kodes.txt`);
  const listed = async () => (await house.kernel.db.execute(sql`select code from listed_codes order by 1`)).rows.length;

  test('are imported whole or not at all, and several versions stay side by side', async () => {
    expect(await konsil('codes list')).toEqual({
      code: 1,
      text: expect.stringMatching(/^ICD-10-GM \d{4} is missing: doctors see no field for it\.\nOPS /),
    });
    expect(await konsil(`codes import ${official('icd10gm')} --system icd10gm --version 2026`)).toEqual({
      code: 0,
      text: 'ICD-10-GM 2026: 10 codes can be chosen.',
    });
    expect((await konsil(`codes import ${official('ops')} --system ops --version 2026`)).text).toContain('5 codes');
    const folder = await mkdtemp(join(tmpdir(), 'codes-'));
    const [corrected, torn] = [join(folder, 'corrected.txt'), join(folder, 'torn.txt')];
    const text = await readFile(official('icd10gm'), 'utf8');
    await writeFile(torn, `${text.slice(0, -60)}`);
    expect(await konsil(`codes import ${torn} --system icd10gm --version 2026`)).toEqual({
      code: 1,
      text: expect.stringMatching(/^Nothing was imported\. Line 14: /),
    });
    expect(await listed()).toBe(15);
    await writeFile(corrected, text.split('\n').slice(0, 2).join('\n'));
    expect((await konsil(`codes import ${corrected} --system icd10gm --version 2027`)).code).toBe(0);
    expect(await listed()).toBe(17);
    expect((await konsil(`codes import ${corrected} --system icd10gm --version 2026`)).code).toBe(0);
    expect(await listed()).toBe(9);
    expect((await konsil('codes list')).text).toContain('ICD-10-GM 2027  2 codes  imported ');
  });

  test.each([
    ['icd10gm2026syst_kodes.txt --system ops --version 2026', 'The file is named icd10gm2026, not ops2026.'],
    ['icd10gm2026syst_kodes.txt --system icd10gm --version 2027', 'The file is named icd10gm2026, not icd10gm2027.'],
    ['kodes.txt --system icd --version 2026', '--system is one of icd10gm, ops.'],
    ['kodes.txt --system ops --version 26', '--version is a year'],
  ])('codes import %s is refused as incorrect usage', async (line, words) => {
    const { code, text } = await konsil(`codes import ${line}`);
    expect([code, text]).toEqual([2, expect.stringContaining(words)]);
  });
});

describe('Doctors', () => {
  test('are invited, listed, deactivated and reinvited', async () => {
    const email = newEmail('doctor');
    expect(await konsil(inviteArgs(email))).toMatchObject({
      code: 0,
      text: `The invitation is sent to ${email} as soon as a server runs.`,
    });
    expect((await house.outbox(email))[0]).toMatchObject({
      subject: 'Einladung zu Konsil',
      text: expect.stringContaining('Guten Tag Dr. med. Nora Lindt'),
    });
    expect((await konsil('doctor list')).text).toContain(
      `invited      Dr. med. Nora Lindt, Innere Medizin, Ulm <${email}>`,
    );
    expect((await konsil(inviteArgs(email))).text).toContain('sent again');

    const accept = async () =>
      requestsAs(house.app).post('/account/password/reset', {
        token: await linkToken(house, email),
        password,
        confirm_password: password,
      });
    expect((await accept()).statusCode).toBe(200);
    const session = await signIn(house.app, email);
    expect(await konsil(inviteArgs(email))).toEqual({ code: 1, text: `${email} has an account already.` });

    expect(await konsil(`doctor deactivate ${email}`)).toMatchObject({
      code: 0,
      text: expect.stringContaining('No case is open with this doctor.'),
    });
    expect((await requestsAs(house.app, session).get('/account/isloggedin')).statusCode).toBe(401);
    expect(
      JSON.parse((await konsil('doctor list --json')).text).find((doctor: { email: string }) => doctor.email === email),
    ).toMatchObject({ state: 'deactivated' });
    expect(await konsil(`doctor deactivate ${email}`)).toEqual({ code: 1, text: `${email} is deactivated already.` });
    expect((await konsil(inviteArgs(email))).code).toBe(0);
    expect((await accept()).statusCode).toBe(200);
  });

  test('of a CSV file are all invited, or none if a line is wrong', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'konsil-csv-')), 'doctors.csv');
    const [first, second] = [newEmail('doctor'), newEmail('doctor')];
    const write = (city: string) =>
      writeFile(
        file,
        `email;first_name;last_name;specialty;city\n${first};Nora;Lindt;Radiologie;Ulm\n${second};Jan;Adler;Urologie;${city}\n`,
      );
    await write('');
    expect(await konsil(`doctor import ${file}`)).toEqual({
      code: 1,
      text: expect.stringMatching(/^Line 3, city: /),
    });
    expect(await house.outbox(first)).toEqual([]);
    await write('Bonn');
    expect((await konsil(`doctor import ${file} --check`)).text).toBe('Doctors that would be invited: 2.');
    expect(await house.outbox(first)).toEqual([]);
    expect((await konsil(`doctor import ${file}`)).code).toBe(0);
    expect([await house.outbox(first), await house.outbox(second)]).toMatchObject([
      [{ subject: 'Einladung zu Konsil' }],
      [{ subject: 'Einladung zu Konsil' }],
    ]);
    await rm(file);
  });

  test('leave their open cases counted when deactivated', async () => {
    const { doctor } = await sentCase(house);
    expect((await konsil(`doctor deactivate ${doctor.email}`)).text).toContain(
      'Open cases with this doctor: 1. Their patients are told',
    );
  });

  test('that are missing or patients are errors', async () => {
    const patient = await signUpPatient(house);
    expect((await konsil(`doctor deactivate ${patient.email}`)).code).toBe(1);
    expect((await konsil(['doctor', 'invite', ...inviteArgs(patient.email).slice(2)])).text).toContain(
      'has an account already',
    );
  });
});

test('can be unlocked after too many attempts', async () => {
  const strict = await testApp({ KONSIL_LIMITS_FACTOR: '1' });
  const doctor = await inviteDoctor(strict);
  const login = async (secretWord: string) =>
    (await requestsAs(strict.app).post('/account/api/login', { email: doctor.email, password: secretWord })).statusCode;
  for (let at = 0; at < 11; at += 1) await login('Falsch-Geraten-1');
  expect(await login(password)).toBe(429);
  expect(await konsil(`account unlock ${doctor.email}`, strict)).toEqual({
    code: 0,
    text: `${doctor.email} can sign in again.`,
  });
  expect(await login(password)).toBe(200);
  expect((await konsil('account unlock nobody@example.org', strict)).code).toBe(1);
  await strict.close();
});

test('can have a lost second factor removed, with a notification', async () => {
  const patient = await signUpPatient(house);
  const { secret: shown } = (
    await requestsAs(house.app, patient).post('/account/secondfactor', { current_password: password })
  ).json();
  const code = new TOTP({ secret: Secret.fromBase32(shown) }).generate({ timestamp: house.clock.now().getTime() });
  expect((await requestsAs(house.app, patient).post('/account/secondfactor/confirm', { code })).statusCode).toBe(200);
  expect((await konsil(`account unlock ${patient.email} --remove-second-factor`)).text).toBe(
    `${patient.email} can sign in again, with the password alone.`,
  );
  expect((await house.outbox(patient.email))[0]).toMatchObject({ subject: 'Zweiter Faktor ausgeschaltet' });
  await signIn(house.app, patient.email);
  expect((await konsil(`account unlock ${patient.email} --remove-second-factor`)).text).toBe(
    `${patient.email} can sign in again.`,
  );
});

test('can have an account erased after 30 days, with a notification and undo', async () => {
  const patient = await signUpPatient(house);
  const erasureAt = async () => (await requestsAs(house.app, patient).get('/account/me')).json().erasure_at;
  const first = await konsil(`account erase ${patient.email}`);
  const day = String(await erasureAt());
  expect(Math.round((Date.parse(day) - house.clock.now().getTime()) / dayMs)).toBe(30);
  const told = {
    code: 0,
    text: `${patient.email} is erased at ${day.slice(0, 16).replace('T', ' ')} UTC, unless it is taken back; its owner is told.`,
  };
  expect(first).toEqual(told);
  expect((await house.outbox(patient.email)).map(({ subject }) => subject)).toContain('Ihr Konto wird gelöscht');
  expect(await konsil(`account erase ${patient.email}`)).toEqual(told);
  expect(await konsil(`account erase ${patient.email} --keep`)).toEqual({ code: 0, text: `${patient.email} is kept.` });
  expect(await erasureAt()).toBeNull();
  expect(await konsil(`account erase ${patient.email} --keep`)).toEqual({
    code: 1,
    text: `No erasure of ${patient.email} can be taken back.`,
  });
  expect(await konsil('account erase nobody@example.org')).toEqual({
    code: 1,
    text: 'There is no account with the address nobody@example.org.',
  });
  const { rows } = await house.kernel.connection.pool.query<{ action: string; own: boolean }>(
    "select action, chain <> all ($1) as own from audit_records where action in ('account.erase', 'account.keep') order by own, id",
    [installationChains],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'account.erase',
    'account.erase',
    'account.keep',
    'account.erase',
    'account.keep',
  ]);
  expect(rows.map(({ own }) => own)).toEqual([false, false, false, true, true]);
});

test('can have the access log verified', async () => {
  expect(await konsil('audit verify')).toMatchObject({
    code: 0,
    text: expect.stringContaining('The access log is whole.'),
  });
  expect((await house.outbox(house.env.OPERATOR_EMAIL)).map(({ text }) => text).join()).toContain(
    'audit verify --mark=',
  );
  expect(await konsil('audit verify --mark=of-another-day')).toMatchObject({
    code: 1,
    text: expect.stringContaining('No anchor has the mark of-another-day'),
  });
  const { db } = house.owner;
  await db.execute(sql`alter table audit_records disable trigger all`);
  await db.execute(sql`update audit_records set action = 'x' where seq = 2`);
  expect(await konsil('audit verify')).toMatchObject({ code: 1, text: expect.stringContaining('Record 2 of chain') });
});

test('can have the stored files compared with the database', async () => {
  const test = await testApp({ KONSIL_SECRET: secret });
  expect(await konsil('files verify', test)).toEqual({
    code: 0,
    text: 'Files that rows name: 0, stored: 0, no difference.',
  });
  const key = randomUUID();
  await test.kernel.files.objects.put(key, Readable.from([Buffer.from('x')]) as AsyncIterable<Buffer>);
  const found = await konsil('files verify', test);
  expect(found.code).toBe(1);
  expect(found.text).toContain(`unknown     ${key}`);
  expect(JSON.parse((await konsil('files verify --json', test)).text)).toEqual({
    named: 0,
    stored: 1,
    differences: [{ fault: 'unknown', key }],
  });
  await test.close();
});

test('can be listed after a breach with affected data and people to notify', async () => {
  const test = await testApp({ KONSIL_SECRET: secret });
  const { patient, doctor, ids } = await aConversation(test);
  const other = await inviteDoctor(test);
  await requestsAs(test.app, doctor).get(`/api/individualdocument/get/${ids.document}`);
  await requestsAs(test.app, other).get(`/api/processoverview/${ids.case}`);
  const seen = async (...what: string[]) =>
    JSON.parse((await konsil(['audit', 'affected', ...what, '--from', '2020-01-01', '--json'], test)).text) as Record<
      string,
      unknown
    >[];

  expect(await seen('--account', doctor.email)).toEqual([
    expect.objectContaining({
      patient_id: ids.patient,
      tell: patient.email,
      by: doctor.email,
      by_role: 'doctor',
      refused: 0,
      first: expect.any(String),
    }),
  ]);
  expect(await seen('--account', other.email)).toEqual([
    expect.objectContaining({ tell: patient.email, reads_and_changes: 0, refused: 1 }),
  ]);
  expect((await seen('--document', ids.document)).map(({ by }) => by)).toEqual(
    expect.arrayContaining([patient.email, doctor.email]),
  );
  expect(
    await konsil(['audit', 'affected', '--account', doctor.email, '--from', '2020-01-01', '--to', '2020-02-01'], test),
  ).toMatchObject({ code: 0, text: expect.stringContaining('0 patients') });
  expect(await konsil('audit affected --account nobody@example.org --from 2020-01-01')).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is no account'),
  });
  await test.close();
});
