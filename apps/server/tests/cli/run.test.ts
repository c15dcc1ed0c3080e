import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { drillBackup } from '@konsil/server-backup/drill';
import { accounts, documents, importPieces, imports, outbox } from '@konsil/server-domain/schema';
import { importedRecord } from '@konsil/server-domain/sealed/imported-record';
import { dayMs } from '@konsil/server-platform/clock';
import { connect } from '@konsil/server-platform/database/client';
import { loadMasterKeys } from '@konsil/server-platform/keys/keys';
import { installationId } from '@konsil/server-platform/keys/vault';
import { eraseDueAccounts } from '@konsil/server-privacy/erasure';
import { openFileStore } from '@konsil/server-storage/open-store';
import { testApp, type TestApp } from '../support/app.ts';
import { sentCase } from '../support/cases.ts';
import { aConversation } from '../support/conversation.ts';
import { requestsAs, inviteDoctor, linkToken, newEmail, password, signIn, signUpPatient } from '../support/people.ts';
import { createTestDatabase } from '../support/database.ts';
import { waitForPreviews } from '../support/stored-keys.ts';
import type { Installation } from '../../src/cli/command.ts';
import { linesOfDrill } from '../../src/cli/drill-command.ts';
import { runCommand } from '../../src/cli/run.ts';
import { waitUntil } from '@konsil/server-testing/until';

const secret = 'b9Qw4nLr2TzYc7Kd1HsBf5Mx8PgJa3Ue';
let house: TestApp;
beforeAll(async () => {
  house = await testApp({ KONSIL_SECRET: secret });
});

const called = 'node konsil.mjs';
const installationOf = ({ kernel, env, clock }: TestApp): Installation => ({
  ...kernel,
  env,
  clock,
  files: openFileStore(env),
  close: async () => undefined,
});
const konsil = async (line: string | string[], test = house) => {
  const lines: string[] = [];
  const code = await runCommand(
    typeof line === 'string' ? line.split(' ').filter(Boolean) : line,
    async () => installationOf(test),
    { called, say: (text) => lines.push(text), complain: (text) => lines.push(text) },
  );
  return { code, text: lines.join('\n') };
};
/** A stored archive of one piece, as a person took it over. */
const anArchiveTakenOver = async ({ kernel, clock }: TestApp, accountId: string, patientId: string) => {
  const { db, vault, files } = kernel;
  const bytes = Buffer.from('PK of another installation');
  const { key: fileKey, wrapped } = await vault.newFileKey(db, patientId);
  const { key } = await files.put(Readable.from([bytes]), fileKey);
  const sealed = await vault.seal(db, patientId, importedRecord, { file_name: 'akte.zip', content: null });
  const [row] = await db
    .insert(imports)
    .values({ accountId, patientId, size: bytes.length, fileKey: wrapped, sealed, takenAt: clock.now() })
    .returning();
  const id = row?.id ?? '';
  await db.insert(importPieces).values({ importId: id, position: 0, storageKey: key, size: bytes.length });
  return { id, key };
};
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
    ['audit affected --from 2026-01-01', 'Give either --account or --document.'],
    ['audit affected --account a@example.org', '--from is missing.'],
    ['audit affected --account a@example.org --from soon', '--from must be a date'],
    ['audit affected --document 7 --from 2026-01-01', '--document must be the id'],
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
    "select action, chain <> $1 as own from audit_records where action in ('account.erase', 'account.keep') order by own, seq",
    [installationId],
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

describe('A backup', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'konsil-backup-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const dataFile = async () =>
    join(
      folder,
      (await readdir(folder))
        .filter((name) => name.endsWith('.data'))
        .sort()
        .at(-1) ?? '',
    );

  test('restores everything into an empty installation, and only with the secret', async () => {
    const source = await testApp({ KONSIL_SECRET: secret });
    const { patient, doctor, ids } = await aConversation(source);
    expect((await konsil('audit verify', source)).code).toBe(0);
    expect(await konsil(['backup', folder], source)).toMatchObject({
      code: 0,
      text: expect.stringContaining('read back'),
    });
    const before = (await requestsAs(source.app, patient).get(`/api/processoverview/${ids.case}`)).json();

    const empty = await testApp({ KONSIL_SECRET: secret });
    await empty.owner.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'konsil listener' and datname = current_database()",
    );
    await empty.kernel.listener.close();
    expect(await konsil(['restore', await dataFile()], empty)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/anchors: [1-9]\d*, all whole/),
    });

    const server = await empty.secondProcess();
    const after = (
      await requestsAs(server, await signIn(server, patient.email)).get(`/api/processoverview/${ids.case}`)
    ).json();
    expect({ ...after, documents: after.documents.length }).toEqual({ ...before, documents: before.documents.length });
    const { Filelocation } = (
      await requestsAs(server, await signIn(server, doctor.email)).get(`/api/individualdocument/get/${ids.document}`)
    ).json();
    const file = await server.inject(new URL(Filelocation, 'http://localhost').pathname);
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await konsil(['restore', await dataFile()], empty)).text).toContain('is not empty');

    const everything = Buffer.concat(
      await Promise.all(
        (await readdir(folder)).filter((name) => name.startsWith('konsil')).map((name) => readFile(join(folder, name))),
      ),
    );
    for (const word of [patient.email, 'Möller', 'Knoten', 'accounts']) expect(everything.includes(word)).toBe(false);
    await source.close();
    await empty.close();
  });

  test('knows later erasures, and is refused without them', async () => {
    const source = await testApp({ KONSIL_SECRET: secret });
    const [gone, stays] = [await signUpPatient(source), await signUpPatient(source)];
    await konsil(['backup', folder], source);
    const first = await dataFile();
    await konsil(`account erase ${gone.email}`, source);
    source.clock.advance(31 * dayMs);
    await eraseDueAccounts(source.kernel);
    await konsil(['backup', folder], source);

    const empty = await testApp({ KONSIL_SECRET: secret });
    await empty.kernel.listener.close();
    const list = join(folder, 'erasures.jsonl');
    await rename(list, join(folder, 'aside'));
    expect(await konsil(['restore', first], empty)).toMatchObject({
      code: 1,
      text: expect.stringContaining('erasures.jsonl is missing'),
    });
    await rename(join(folder, 'aside'), list);
    expect((await konsil(['restore', first], empty)).code).toBe(0);
    const server = await empty.secondProcess();
    const emails = async () =>
      (
        await empty.kernel.connection.pool.query<{ email: string }>('select email from accounts order by created_at')
      ).rows.map(({ email }) => email);
    expect(await emails()).toEqual([gone.email, stays.email]);
    const restored = { ...empty, kernel: server.kernel, env: server.kernel.env };
    expect(await konsil('installation show', restored)).toEqual({
      code: 0,
      text: expect.stringContaining('it was restored from a backup'),
    });
    expect((await konsil('installation activate', restored)).code).toBe(1);
    expect((await konsil(`installation activate --id ${source.kernel.identity.id}`, restored)).code).toBe(0);
    await waitUntil(async () => (await emails()).length === 1);
    expect(await emails()).toEqual([stays.email]);
    await source.close();
    await empty.close();
  });

  test('is proved by a drill, which names what is missing or damaged and writes nothing', async () => {
    const source = await testApp({ KONSIL_SECRET: secret });
    const { ids, patient } = await aConversation(source);
    const archive = await anArchiveTakenOver(source, patient.accountId, ids.patient);
    await waitForPreviews(source);
    await konsil('audit verify', source);
    await konsil(['backup', folder], source);
    const drill = async () => {
      const scratch = await createTestDatabase();
      const connection = connect(scratch.connection);
      const masters = await loadMasterKeys(source.env);
      const { objects } = source.kernel.files;
      const report = await drillBackup(
        { connection, masters, storage: objects, now: () => source.clock.now() },
        await dataFile(),
      );
      await connection.close();
      await scratch.drop();
      return report;
    };
    const before = await readdir(join(source.env.KONSIL_DATA_DIR, 'files'), { recursive: true });
    const whole = await drill();
    expect(whole).toMatchObject({
      passed: true,
      installation: source.kernel.identity.id,
      files: { archives: 1, missing: [], damaged: [], copies_damaged: [], copies_missing: 0 },
      access_log: { faults: [] },
      anchors: { intact: true, faults: [], storage: 'same' },
    });
    expect(whole.tables.find(({ table }) => table === 'documents')).toMatchObject({
      in_backup: whole.files.documents,
      restored: whole.files.documents,
    });
    expect(whole.files.documents).toBeGreaterThan(0);
    expect(whole.access_log.records).toBeGreaterThan(0);
    expect(whole.anchors.count).toBeGreaterThan(0);
    expect(linesOfDrill(whole).at(-1)).toMatch(/^PASSED/);
    expect(await readdir(join(source.env.KONSIL_DATA_DIR, 'files'), { recursive: true })).toEqual(before);

    const stored = await source.kernel.db.select().from(documents);
    const [damaged] = stored.filter(({ id }) => id === ids.document);
    const path = join(folder, 'files', damaged?.storageKey ?? '');
    const bytes = await readFile(path);
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    await writeFile(path, bytes);
    // The storage lost its anchors, which the rows alone cannot show.
    await rm(join(source.env.KONSIL_DATA_DIR, 'files', 'kept', 'anchors'), { recursive: true });
    const broken = await drill();
    expect(broken).toMatchObject({
      passed: false,
      files: { missing: [], damaged: [ids.document] },
      anchors: { intact: true, storage: 'lacks_some', missing_in_storage: whole.anchors.count },
    });
    await rm(path);
    expect(await drill()).toMatchObject({ passed: false, files: { missing: [ids.document], damaged: [] } });
    await rm(join(folder, 'files', archive.key));
    expect(await drill()).toMatchObject({ passed: false, files: { missing: [ids.document, archive.id] } });
    expect(linesOfDrill(broken).join('\n')).toContain(`damaged: 1: ${ids.document}`);
    await source.close();
  });

  test('that is changed, truncated or invalid is refused without leftovers', async () => {
    await konsil(['backup', folder]);
    const path = await dataFile();
    const whole = await readFile(path);
    const empty = await testApp({ KONSIL_SECRET: secret });
    await empty.kernel.listener.close();
    const flipped = Buffer.from(whole);
    flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
    for (const bad of [flipped, whole.subarray(0, -5), Buffer.from('hello'), Buffer.alloc(0)]) {
      await writeFile(path, bad);
      expect((await konsil(['restore', path], empty)).code).toBe(1);
      expect(await empty.kernel.db.$count(accounts)).toBe(0);
    }
    await empty.close();
  });
});
