import type { Clinic, ClinicPage } from '@konsil/contracts/clinics';
import type { ConsoleClinic, ListedClinic } from '@konsil/contracts/console-clinics';
import type { DoctorPage, ListedDoctor } from '@konsil/contracts/doctors';
import type { Page } from '@konsil/contracts/common';
import type { ProblemBody } from '@konsil/contracts/problem';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { senderOf } from '@konsil/server-domain/doctors/clinics';
import { actingAs } from '@konsil/server-domain/database/roles';
import { outbox } from '@konsil/server-domain/schema';
import { eraseDueAccounts } from '@konsil/server-privacy/erasure';
import { dayMs } from '@konsil/server-platform/clock';
import { letter } from '@konsil/server-platform/outbox/outbox';
import { fromOf } from '@konsil/server-platform/outbox/transports';
import { testApp, type TestApp } from '../support/app.ts';
import { answerFinally, bodyOf, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { aClinic } from '../support/clinics.ts';
import { atConsole, signedInOperator } from '../support/operators.ts';
import { inviteDoctor, password, requestsAs, type Person } from '../support/people.ts';

let house: TestApp;
let operator: Person;
let conversation: Conversation;
beforeAll(async () => {
  house = await testApp();
  operator = await signedInOperator(house, ['doctors']);
  conversation = await sentCase(house);
});

const console = (by = operator) => atConsole(house, by);
const add = async (changes: Parameters<typeof aClinic>[0] = {}): Promise<ConsoleClinic> =>
  bodyOf<ConsoleClinic>(await console().post('/api/console/clinics', aClinic(changes)), 201);
const setDoctor = (id: string, doctor: string, site: string | null = null, belongs = true) =>
  console().post(`/api/console/clinics/${id}/doctors`, { doctor, site, belongs });
const archive = (id: string, archived = true) => console().post(`/api/console/clinics/${id}/archive`, { archived });
const save = (id: string, body: object) => console().put(`/api/console/clinics/${id}`, body);
const asPatient = () => requestsAs(house.app, conversation.patient);
const listed = async (query: string) => bodyOf<Page<ListedClinic>>(await console().get(`/api/console/clinics${query}`));
const faultsOf = (answer: Parameters<typeof bodyOf>[0]) =>
  bodyOf<ProblemBody>(answer, 422).errors?.map(({ path, code }) => `${path} ${code}`);

test('clinics are managed only with the permission for doctors', async () => {
  const { id } = await add();
  const without = await signedInOperator(house, ['people', 'letters', 'audit', 'holds']);
  for (const path of ['', `/${id}`]) {
    expect((await console(without).get(`/api/console/clinics${path}`)).statusCode).toBe(404);
    expect((await asPatient().get(`/api/console/clinics${path}`)).statusCode).toBe(404);
  }
  expect((await console(without).put(`/api/console/clinics/${id}`, { ...aClinic(), version: 1 })).statusCode).toBe(404);
  for (const path of ['', `/${id}/archive`, `/${id}/doctors`])
    expect((await console(without).post(`/api/console/clinics${path}`, aClinic())).statusCode).toBe(404);
  for (const missing of [randomUUID(), conversation.caseId]) {
    expect((await console().get(`/api/console/clinics/${missing}`)).statusCode).toBe(404);
    expect((await save(missing, { ...aClinic(), version: 1 })).statusCode).toBe(404);
    expect((await archive(missing)).statusCode).toBe(404);
    expect((await setDoctor(missing, conversation.doctor.accountId)).statusCode).toBe(404);
    expect((await asPatient().get(`/api/clinics/${missing}`)).statusCode).toBe(404);
  }
});

test('the list is searched by name and city, paged, and keeps archived ones apart', async () => {
  for (const name of ['Praxis Uferweg 2', 'Praxis Uferweg 1', 'Praxis Uferweg 3'])
    await add({ name, sites: [{ name: '', street: '', zipcode: '', city: 'Kempten', phone: '' }] });
  const first = await listed('?search=uferweg&limit=2');
  expect([first.items.map(({ name }) => name), first.total]).toEqual([['Praxis Uferweg 1', 'Praxis Uferweg 2'], 3]);
  const rest = await listed(`?search=uferweg&limit=2&cursor=${first.next_cursor}`);
  expect([rest.items.map(({ name }) => name), rest.next_cursor]).toEqual([['Praxis Uferweg 3'], null]);
  expect(await listed('?search=Kempten')).toMatchObject({ total: 3, items: [{ doctors: 0 }, {}, {}] });
  const id = rest.items[0]?.id ?? '';
  bodyOf(await archive(id));
  expect(bodyOf<ProblemBody>(await archive(id), 409).code).toBe('not_allowed_now');
  expect(await listed('?search=uferweg')).toMatchObject({ total: 2 });
  expect(await listed('?search=uferweg&archived=true')).toMatchObject({
    total: 1,
    items: [{ id, cities: ['Kempten'] }],
  });
});

test('colours on which white is hard to read, and senders like addresses, are refused', async () => {
  const refused = async (changes: object) =>
    faultsOf(await console().post('/api/console/clinics', { ...aClinic(), ...changes }));
  expect(await refused({ accent: '#8ab4d0' })).toEqual(['accent invalid']);
  expect(await refused({ accent: 'red; background: url(x)' })).toEqual(['accent invalid']);
  for (const sender_name of ['A <b@c.example>', 'Klinik\r\nBcc: x@y.example', 'a, b', 'Nord (a)'])
    expect([sender_name, await refused({ sender_name })]).toEqual([sender_name, ['sender_name invalid']]);
  expect(await refused({ name: ' ', sites: [{ ...aClinic().sites[0], city: '' }] })).toEqual([
    'name sourceNameMissing',
    'sites.0.city cityMissing',
  ]);
});

test('a logo is re-encoded as a small PNG, and kept until it is removed', async () => {
  const picture = sharp({ create: { width: 900, height: 300, channels: 3, background: '#1f5f7a' } }).withExif({
    IFD0: { ImageDescription: 'secret' },
  });
  const { id, version, logo } = await add({ logo: (await picture.clone().jpeg().toBuffer()).toString('base64') });
  const [head, base64 = ''] = (logo ?? '').split(',');
  const shown = Buffer.from(base64, 'base64');
  expect(head).toBe('data:image/png;base64');
  expect(await sharp(shown).metadata()).toMatchObject({ format: 'png', width: 480, height: 160 });
  expect(shown.includes('secret')).toBe(false);
  const others = [
    await picture.clone().webp().toBuffer(),
    (await picture.clone().jpeg().toBuffer()).subarray(0, 900),
    Buffer.from('<svg/>'),
  ];
  for (const bytes of others)
    expect(faultsOf(await save(id, { ...aClinic(), version, logo: bytes.toString('base64') }))).toEqual([
      'logo unreadable',
    ]);
  const kept = bodyOf<ConsoleClinic>(await save(id, { ...aClinic({ name: 'Neu' }), version }));
  expect(kept).toMatchObject({ name: 'Neu', logo });
  expect(bodyOf<ConsoleClinic>(await save(id, { ...aClinic(), version: kept.version, logo: null })).logo).toBeNull();
});

test('nobody overwrites what another operator saved, and sites keep their doctors', async () => {
  const clinic = await add({
    sites: [...aClinic().sites, { name: 'Haus Süd', street: '', zipcode: '', city: 'Köln', phone: '' }],
  });
  const [middle, south] = clinic.sites;
  const doctor = await inviteDoctor(house);
  bodyOf(await setDoctor(clinic.id, doctor.accountId, south?.id));
  const changed = bodyOf<ConsoleClinic>(
    await save(clinic.id, { ...aClinic(), sites: [{ ...south, phone: '0221 1' }, middle], version: clinic.version }),
  );
  expect(changed).toMatchObject({ sites: [{ id: south?.id, phone: '0221 1' }, { id: middle?.id }] });
  expect(changed.doctors).toMatchObject([{ id: doctor.accountId, site_id: south?.id, active: true }]);
  for (const archived of [true, false])
    expect(bodyOf<ConsoleClinic>(await archive(clinic.id, archived)).version).toBe(changed.version);
  const late = await save(clinic.id, { ...aClinic({ name: 'Zu spät' }), version: clinic.version });
  expect(bodyOf<{ code: string; current: Clinic }>(late, 409)).toMatchObject({
    code: 'version_conflict',
    current: { name: 'Klinikum am Stadtpark', sites: [{ id: south?.id }, { id: middle?.id }] },
  });
  const without = bodyOf<ConsoleClinic>(await save(clinic.id, { ...aClinic({ sites: [] }), version: changed.version }));
  expect(without).toMatchObject({ sites: [], doctors: [{ id: doctor.accountId, site_id: null }] });
});

describe('A doctor of a clinic', () => {
  let clinic: ConsoleClinic;
  beforeAll(async () => {
    clinic = await add({ name: 'Klinikum Nord', sender_name: 'Klinikum Nord' });
  });
  const site = () => clinic.sites[0]?.id ?? '';
  const named = () => [{ id: clinic.id, name: 'Klinikum Nord', site: { name: 'Haus Mitte', city: 'Bonn' } }];
  const ofDoctor = async () =>
    bodyOf<DoctorPage>(await asPatient().get(`/api/doctors/${conversation.doctor.accountId}`)).clinics;

  test('must be in the directory, and at a site of this clinic', async () => {
    const other = await add();
    for (const nobody of [conversation.patient.accountId, operator.accountId, randomUUID()])
      expect(faultsOf(await setDoctor(clinic.id, nobody))).toEqual(['doctor doctorMissing']);
    expect(faultsOf(await setDoctor(clinic.id, conversation.doctor.accountId, other.sites[0]?.id))).toEqual([
      'site selectOption',
    ]);
    const found = bodyOf<{ items: { id: string }[] }>(await console().get('/api/console/doctors?search=Weber'));
    expect(found.items.map(({ id }) => id)).toContain(conversation.doctor.accountId);
  });

  test('is shown with the clinic in the directory, on both pages and in the case', async () => {
    expect(await ofDoctor()).toEqual([]);
    bodyOf(await setDoctor(clinic.id, conversation.doctor.accountId, site()));
    expect(await ofDoctor()).toEqual(named());
    const directory = bodyOf<ListedDoctor[]>(await asPatient().get('/api/doctors'));
    expect(directory.find(({ id }) => id === conversation.doctor.accountId)?.clinics).toEqual(named());
    expect((await pageOf(house, conversation, conversation.patient)).clinics).toEqual(named());
    expect(bodyOf<ClinicPage>(await asPatient().get(`/api/clinics/${clinic.id}`))).toMatchObject({
      name: 'Klinikum Nord',
      imprint_de: 'Klinikum am Stadtpark gGmbH',
      sites: [{ street: 'Parkweg 1', zipcode: '53111' }],
      doctors: [{ id: conversation.doctor.accountId, site: { city: 'Bonn' } }],
    });
  });

  test('sets the sender of e-mails about their cases, and only of those to patients', async () => {
    bodyOf(await setDoctor(clinic.id, conversation.doctor.accountId, site()));
    const { vault, db } = house.kernel;
    const newest = async (person: Person) => {
      const rows = await db.select().from(outbox);
      const letters = rows.map(({ sealed, createdAt }) => ({
        at: createdAt,
        ...vault.openFor('outbox', letter, sealed ?? Buffer.alloc(0)),
      }));
      return letters.filter(({ to }) => to === person.email).sort((a, b) => Number(b.at) - Number(a.at))[0];
    };
    bodyOf(await asPatient().post(`/api/messages/${conversation.caseId}`, { subject: 'Frage', message: 'Wann?' }), 201);
    expect(await newest(conversation.doctor)).not.toHaveProperty('sender');
    await answerFinally(house, conversation);
    const told = await newest(conversation.patient);
    expect(told).toMatchObject({ sender: 'Klinikum Nord' });
    expect(fromOf({ MAIL_FROM: 'Konsil <post@konsil.example>' }, told ?? {})).toEqual({
      name: 'Klinikum Nord · Konsil',
      address: 'post@konsil.example',
    });
    const elsewhere = await sentCase(house);
    expect(await newest(elsewhere.patient)).not.toHaveProperty('sender');
  });

  test('has no clinic sender while they belong to two clinics', async () => {
    bodyOf(await setDoctor(clinic.id, conversation.doctor.accountId, site()));
    const sender = () => senderOf(house.kernel.db, [conversation.caseId]);
    expect(await sender()).toBe('Klinikum Nord');
    const other = await add();
    bodyOf(await setDoctor(other.id, conversation.doctor.accountId));
    expect(await sender()).toBeUndefined();
    bodyOf(await archive(other.id));
    expect(await sender()).toBe('Klinikum Nord');
  });

  test('is shown without the clinic once it is archived or the doctor is removed', async () => {
    bodyOf(await setDoctor(clinic.id, conversation.doctor.accountId));
    bodyOf(await archive(clinic.id));
    expect(await ofDoctor()).toEqual([]);
    expect((await asPatient().get(`/api/clinics/${clinic.id}`)).statusCode).toBe(404);
    bodyOf(await archive(clinic.id, false));
    expect(await ofDoctor()).toMatchObject([{ id: clinic.id, site: null }]);
    bodyOf(await setDoctor(clinic.id, conversation.doctor.accountId, null, false));
    expect(await ofDoctor()).toEqual([]);
  });
});

test('each act is in the log of operators, with codes only', async () => {
  const { id, version } = await add({ name: 'Klinik Geheim' });
  const doctor = await inviteDoctor(house);
  bodyOf(await save(id, { ...aClinic(), version }));
  bodyOf(await setDoctor(id, doctor.accountId));
  bodyOf(await setDoctor(id, doctor.accountId, null, false));
  for (const archived of [true, false]) bodyOf(await archive(id, archived));
  const { rows } = await house.owner.pool.query(
    `select action, actor_id, subject_id from audit_records where detail = $1 order by id`,
    [JSON.stringify({ clinic: id })],
  );
  const by = { actor_id: operator.accountId, subject_id: null };
  expect(rows).toEqual([
    { ...by, action: 'clinic.add' },
    { ...by, action: 'clinic.change' },
    { ...by, action: 'clinic.doctor_in', subject_id: doctor.accountId },
    { ...by, action: 'clinic.doctor_out', subject_id: doctor.accountId },
    { ...by, action: 'clinic.archive' },
    { ...by, action: 'clinic.restore' },
  ]);
});

test('a request cannot change a clinic in SQL', async () => {
  for (const statement of [
    sql`update clinics set name = 'x'`,
    sql`delete from clinic_doctors`,
    sql`insert into clinic_sites (clinic_id, position, city) select id, 1, 'x' from clinics`,
  ])
    await expect(
      house.kernel.db.transaction((tx) => tx.execute(statement), actingAs(conversation.patient.accountId)),
    ).rejects.toMatchObject({ cause: { code: '42501' } });
});

// Last: the sessions above end.
test('an erased doctor belongs to no clinic', async () => {
  const leaving = await inviteDoctor(house);
  bodyOf(await setDoctor((await add()).id, leaving.accountId));
  bodyOf(await requestsAs(house.app, leaving).post('/account/erasure', { current_password: password }));
  house.clock.advance(31 * dayMs);
  await eraseDueAccounts(house.kernel);
  const { rows } = await house.kernel.db.execute(
    sql`select 1 from clinic_doctors where doctor_id = ${leaving.accountId}`,
  );
  expect(rows).toEqual([]);
});
