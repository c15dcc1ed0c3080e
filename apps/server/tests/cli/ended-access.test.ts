import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Consent } from '@konsil/contracts/privacy';
import { endingKinds, endingsFile, importEndings, keepEndings, repeatEndings } from '@konsil/server-privacy/endings';
import { anchorAudit } from '@konsil/server-platform/audit/audit-anchors';
import { testApp, type TestApp } from '../support/app.ts';
import { aConversation } from '../support/conversation.ts';
import { bodyOf } from '../support/cases.ts';
import { runKonsil, secret } from '../support/commands.ts';
import { inviteDoctor, password, registerPatient, requestsAs, signIn, signUpPatient } from '../support/people.ts';

const newPassword = 'Sieben-Zitronen-8';

/** Creates, for a patient and a doctor, every kind of access that can be ended. */
const openEverything = async (
  { owner }: TestApp,
  of: Record<'patient' | 'doctor' | 'other' | 'case' | 'person', string>,
) => {
  const insert = async (sql: string, values: unknown[]) =>
    (await owner.pool.query<{ id: string }>(`${sql} returning id`, values)).rows[0]?.id ?? '';
  const clinic = await insert("insert into clinics (name) values ('Klinik')", []);
  await owner.pool.query('insert into clinic_doctors (clinic_id, doctor_id) select $1, unnest(array[$2, $3]::uuid[])', [
    clinic,
    of.doctor,
    of.other,
  ]);
  return {
    link: await insert(
      `insert into share_links (account_id, patient_id, case_id, token_hash, sealed, tries_left, one_time, expires_at, started_at)
       values ($1, $2, $3, 'link', '', 5, false, now() + interval '9 days', now())`,
      [of.patient, of.person, of.case],
    ),
    once: await insert(
      `insert into share_links (account_id, patient_id, case_id, token_hash, sealed, tries_left, one_time, expires_at, started_at)
       values ($1, $2, $3, 'once', '', 5, true, now() + interval '9 days', now())`,
      [of.patient, of.person, of.case],
    ),
    assistant: await insert(
      `insert into assistants (doctor_id, name, email, token_hash, expires_at) values ($1, 'Ada', 'a@konsil.example', 'token', now() + interval '9 days')`,
      [of.doctor],
    ),
    reader: await insert(
      `insert into patient_readers (patient_id, owner_id, account_id, expires_at, accepted_at, role)
       values ($1, $2, $3, now() + interval '9 days', now(), 'act')`,
      [of.person, of.patient, of.other],
    ),
    deputy: await insert(
      `insert into case_people (case_id, account_id, side, kind, asked_by, consented_at, sealed)
       values ($1, $2, 'doctor', 'deputy', $3, now(), '')`,
      [of.case, of.other, of.doctor],
    ),
    passkey: await insert(
      `insert into passkeys (account_id, credential_id, public_key, synced, sealed) values ($1, 'lost phone', '', true, '')`,
      [of.patient],
    ),
    kept: await insert(
      `insert into passkeys (account_id, credential_id, public_key, synced, sealed) values ($1, 'phone', '', true, '')`,
      [of.patient],
    ),
    identity: await insert(
      `insert into linked_identities (account_id, provider, issuer, subject) values ($1, 'eid', 'https://eid.example', 'one')`,
      [of.patient],
    ),
    code: await insert(`insert into recovery_codes (account_id, code_hash) values ($1, 'code')`, [of.patient]),
    system: await insert(
      `insert into backend_clients (name, scopes, doctor_ids, jwks) values ('Praxis', '{system/*.rs}', array[$1, $2]::uuid[], '{"keys":[{"kid":"a"}]}')`,
      [of.doctor, of.other],
    ),
    removed: await insert(
      `insert into backend_clients (name, scopes, doctor_ids, jwks) values ('Alt', '{system/*.rs}', array[$1]::uuid[], '{"keys":[]}')`,
      [of.doctor],
    ),
    app: await insert(`insert into patient_apps (name, operator, redirect_uris) values ('App', 'Firma', '{}')`, []),
    signing: await insert(
      `insert into patient_apps (name, operator, redirect_uris, jwks) values ('Klinik-App', 'Firma', '{}', '{"keys":[{"kid":"a"}]}')`,
      [],
    ),
    hook: await insert(`insert into webhooks (sealed, events) values ('', '{}')`, []),
  };
};

const restoreInto = async (source: string) => {
  const empty = await testApp({ KONSIL_SECRET: secret });
  await empty.kernel.listener.close();
  return { empty, restored: await runKonsil(['restore', source], empty) };
};

test('a restored backup does not restore access that ended after it was made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'konsil-endings-'));
  const house = await testApp({ KONSIL_SECRET: secret });
  const { patient, doctor, ids } = await aConversation(house);
  const other = await inviteDoctor(house);
  const locked = await signUpPatient(house);
  const of = { patient: patient.accountId, doctor: doctor.accountId, other: other.accountId };
  const rows = await openEverything(house, { ...of, case: ids.case, person: ids.patient });
  await runKonsil(['backup', folder], house);
  const [first = ''] = (await readdir(folder)).filter((name) => name.endsWith('.data'));

  const asPatient = requestsAs(house.app, patient);
  const [consent] = bodyOf<Consent[]>(await asPatient.get('/account/consents')).filter(
    ({ case_id: of }) => of === ids.case,
  );
  const sql = (text: string, ...values: unknown[]) => house.owner.pool.query(text, values);
  await sql("update share_links set ended_at = now(), ended_by = 'owner' where id = $1", rows.link);
  await sql('update share_links set last_opened_at = now() where id = $1', rows.once);
  await sql('update assistants set ended_at = now(), email = null, token_hash = null');
  await sql("update patient_readers set role = 'see', ends_on = '2026-01-01' where id = $1", rows.reader);
  await sql('delete from passkeys where id = $1', rows.passkey);
  await sql('delete from linked_identities');
  await sql('delete from recovery_codes');
  await sql('update backend_clients set doctor_ids = array[$2]::uuid[] where id = $1', rows.system, of.doctor);
  await sql(`update backend_clients set jwks = '{"keys":[{"kid":"b"}]}', keys_version = 2 where id = $1`, rows.system);
  await sql("update backend_clients set removed_at = now(), doctor_ids = '{}' where id = $1", rows.removed);
  await sql('update patient_apps set removed_at = now() where id = $1', rows.app);
  await sql(`update patient_apps set jwks = '{"keys":[{"kid":"b"}]}', keys_version = 2 where id = $1`, rows.signing);
  await sql('delete from clinic_doctors where doctor_id = $1', of.other);
  await sql('delete from webhooks');
  await sql('update accounts set locked_at = now() where id = $1', locked.accountId);
  bodyOf(await asPatient.post(`/account/consents/${consent?.id}/withdraw`));
  bodyOf(
    await asPatient.post('/account/password', {
      current_password: password,
      password: newPassword,
      confirm_password: newPassword,
    }),
  );
  house.clock.advance(60_000);
  await runKonsil(['backup', folder], house);
  await house.close();

  const { empty, restored } = await restoreInto(join(folder, first));
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('is ended again: ') });
  const one = async (text: string, ...values: unknown[]) => (await empty.owner.pool.query(text, values)).rows;
  expect(await one('select from share_links where ended_at is null')).toEqual([]);
  expect(await one('select from assistants where ended_at is null or token_hash is not null')).toEqual([]);
  expect(await one('select role, ends_on::text from patient_readers')).toEqual([
    { role: 'see', ends_on: '2026-01-01' },
  ]);
  expect(await one('select ended_at is not null as is from case_people')).toEqual([{ is: true }]);
  expect(await one('select id from passkeys')).toEqual([{ id: rows.kept }]);
  for (const table of ['linked_identities', 'recovery_codes', 'webhooks'])
    expect(await one(`table ${table}`)).toEqual([]);
  expect(await one('select doctor_ids, jwks from backend_clients where id = $1', rows.system)).toEqual([
    { doctor_ids: [of.doctor], jwks: { keys: [] } },
  ]);
  expect(await one('select from backend_clients where removed_at is null')).toHaveLength(1);
  expect(await one('select id, jwks from patient_apps where removed_at is null')).toEqual([
    { id: rows.signing, jwks: { keys: [] } },
  ]);
  expect(await one('select doctor_id from clinic_doctors')).toEqual([{ doctor_id: of.doctor }]);
  expect(await one('select from accounts where locked_at is not null')).toHaveLength(1);
  expect(await one('select from consents where withdrawn_at is not null')).toHaveLength(1);

  const server = await empty.secondProcess();
  const asDoctor = requestsAs(server, await signIn(server, doctor.email));
  expect((await asDoctor.get(`/api/processoverview/${ids.case}`)).statusCode).toBe(404);
  await expect(signIn(server, patient.email)).rejects.toThrow();
  await empty.close();

  // Access that was ended before a backup, and given again since, stays.
  const [second = ''] = (await readdir(folder)).filter((name) => name.endsWith('.data') && name !== first);
  const later = await restoreInto(join(folder, second));
  expect(later.restored.text).not.toContain('is ended again');
  await signIn(await later.empty.secondProcess(), patient.email, newPassword);
  await later.empty.close();
  await rm(folder, { recursive: true });
});

test('a restore that fails at the files has already applied ended access', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'konsil-endings-'));
  const house = await testApp({ KONSIL_SECRET: secret });
  await aConversation(house);
  const locked = await signUpPatient(house);
  await runKonsil(['backup', folder], house);
  const [first = ''] = (await readdir(folder)).filter((name) => name.endsWith('.data'));
  await house.owner.pool.query('update accounts set locked_at = now() where id = $1', [locked.accountId]);
  house.clock.advance(60_000);
  await runKonsil(['backup', folder], house);
  await house.close();
  for (const name of await readdir(join(folder, 'files'))) {
    await rm(join(folder, 'files', name));
    await mkdir(join(folder, 'files', name));
  }
  const { empty, restored } = await restoreInto(join(folder, first));
  expect(restored.code).not.toBe(0);
  expect((await empty.owner.pool.query('select from accounts where locked_at is not null')).rows).toHaveLength(1);
  await empty.close();
  await rm(folder, { recursive: true });
});

test('a restore is refused without the list of ended access', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'konsil-endings-'));
  const house = await testApp({ KONSIL_SECRET: secret });
  await runKonsil(['backup', folder], house);
  const [source = ''] = (await readdir(folder)).filter((name) => name.endsWith('.data'));
  await rename(join(folder, 'endings.jsonl'), join(folder, 'aside'));
  const { empty, restored } = await restoreInto(join(folder, source));
  expect(restored).toMatchObject({ code: 1, text: expect.stringContaining('endings.jsonl is missing') });
  expect(restored.text).toContain('A backup of a version without this file is restored with that version.');
  await Promise.all([house.close(), empty.close()]);
  await rm(folder, { recursive: true });
});

test('every kind of recorded end of access can be replayed', async () => {
  const house = await testApp();
  const { rows } = await house.owner.pool.query<{ kind: string }>(
    `select distinct split_part(encode(tgargs, 'escape'), '\\000', 1) as kind from pg_trigger
     where tgfoid = 'konsil_note_ending'::regproc order by 1`,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(endingKinds.toSorted());
  await house.close();
});

test('replays ended access of each kind, also for deleted rows; ignores foreign lines', async () => {
  const house = await testApp();
  const { db, vault } = house.kernel;
  const day = '2026-01-01';
  const marks: Record<string, string> = {
    'operators.permissions': '[]',
    'backend_clients.doctor_ids': '[]',
    'backend_clients.keys': '1',
    'patient_apps.keys': '1',
    clinic_doctors: randomUUID(),
  };
  for (const kind of endingKinds)
    await house.owner.pool.query('insert into endings (what, row_id, mark) values ($1, gen_random_uuid(), $2)', [
      kind,
      marks[kind] ?? day,
    ]);
  const folder = await mkdtemp(join(tmpdir(), 'konsil-endings-'));
  await runKonsil(['backup', folder], house);
  await house.owner.pool.query('delete from endings');
  const ours = await readFile(endingsFile(folder), 'utf8');
  await writeFile(endingsFile(folder), `null\n7\n{}\n{"mac":"a"}\n${ours}{"id":`);
  expect(await importEndings({ db, vault }, folder)).toBe(endingKinds.length);
  expect(await runKonsil(['backup', folder], house)).toMatchObject({ code: 0 });
  expect(await importEndings({ db, vault }, folder)).toBe(0);
  await house.close();
  await rm(folder, { recursive: true });
});

test('a database from a dump ends its sessions only if the storage is newer', async () => {
  const house = await testApp();
  const patient = await signUpPatient(house);
  const me = async (server: TestApp['app']) => (await requestsAs(server, patient).get('/account/me')).statusCode;
  const { pool } = house.owner;
  await pool.query("update installation set database = 'another/1'");
  expect(await me(await house.secondProcess())).toBe(200);
  await pool.query('update installation set quiet_since = null, quiet_reason = null');
  const { rows } = await pool.query('select lives from installation');
  await house.kernel.identity.renewLife();
  await pool.query("update installation set database = 'another/1', lives = $1", [rows[0]?.lives]);
  expect(await me(await house.secondProcess())).toBe(401);
  await house.close();
});

test('also replays ended access of an earlier series in the storage', async () => {
  const house = await testApp();
  const { db, vault, files } = house.kernel;
  const person = await registerPatient(house);
  const sql = (text: string, ...values: unknown[]) => house.owner.pool.query(text, values);
  await sql('update installation set kept_series = gen_random_uuid()');
  await anchorAudit({ db, vault, objects: files.objects }, house.clock.now());
  await sql('update accounts set locked_at = now() where id = $1', person.accountId);
  await keepEndings(house.kernel);
  // As in a backup from before the first ending of the series; its restore begins another one.
  await sql('alter table kept_entries disable trigger all');
  await sql("delete from kept_entries where kind = 'endings'");
  await sql('alter table kept_entries enable trigger all');
  await sql('delete from endings');
  await sql('update accounts set locked_at = null');
  await sql('update installation set kept_series = gen_random_uuid()');
  expect(await repeatEndings(house.kernel)).toBe(1);
  expect((await sql('select from accounts where locked_at is not null')).rows).toHaveLength(1);
  await house.close();
});
