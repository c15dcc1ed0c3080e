import type { Account } from '@konsil/contracts/accounts';
import type { PatientDocument } from '@konsil/contracts/documents';
import type { HealthProfile } from '@konsil/contracts/health-profile';
import type { Message } from '@konsil/contracts/messages';
import type { Patient, PatientSummary } from '@konsil/contracts/patients';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { SearchHit } from '@konsil/contracts/search';
import { eq, sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { patients } from '@konsil/server-domain/schema';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, bodyOf, newCase, ownPatientId, pageOf, send, sentCase } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { aPdfOf } from '@konsil/server-documents/testing/samples';
import { details, uploadOne } from '../support/upload.ts';
import { patientColumns } from '@konsil/server-domain/patients/patient-record';
import { patientRecord } from '@konsil/server-domain/sealed/patient';

interface Page {
  items: PatientSummary[];
  total: number;
  next_cursor: string | null;
}

let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

const child = {
  first_name: 'Jakob',
  last_name: 'Möller',
  gender: 'M',
  date_of_birth: '2014-05-02',
  street: 'Lindenweg',
  house_number: '12a',
  zipcode: '50667',
  city: 'Köln',
  relationship: 'child',
};
const add = (changes: Record<string, unknown> = {}, who = patient) =>
  requestsAs(house.app, who).post('/api/patients', { ...child, ...changes });
const list = async (who: Person, query = ''): Promise<Page> =>
  bodyOf<Page>(await requestsAs(house.app, who).get(`/api/patientsoverview?${query}`));
const names = async (who: Person, query = '') =>
  (await list(who, query)).items.map(({ first_name, last_name }) => `${last_name}, ${first_name}`);

test('an account has its holder and represented people', async () => {
  const added = bodyOf<Patient>(await add(), 201);
  expect(added).toMatchObject({ ...child, version: 1, archived_at: null });
  expect(await names(patient)).toEqual(['Möller, Jakob', 'Möller, Petra']);
  expect((await list(patient)).items.map(({ relationship }) => relationship)).toEqual(['child', 'self']);
  expect(
    (await add({ zipcode: '123456', date_of_birth: '2999-01-01', last_name: '' }))
      .json<ProblemBody>()
      .errors?.map(({ code }) => code)
      .sort(),
  ).toEqual(['dateInFuture', 'lastNameMissing', 'zipcodeRule']);
  for (const date_of_birth of ['0000-01-01', '1066-10-14'])
    expect((await add({ date_of_birth })).json<ProblemBody>().errors).toMatchObject([
      { path: 'date_of_birth', code: 'dateTooEarly' },
    ]);
  expect((await add({}, doctor)).statusCode).toBe(404);
});

test('a record from before birth dates were limited is readable and can be corrected', async () => {
  const { db, vault } = house.kernel;
  const someone = await signUpPatient(house);
  const {
    id,
    version,
    created_at: _created,
    archived_at: _archived,
    ...record
  } = bodyOf<Patient>(await add({}, someone), 201);
  await db.transaction(async (tx) =>
    tx
      .update(patients)
      .set(await patientColumns(tx, vault, id, { ...record, date_of_birth: '1014-05-02' }))
      .where(eq(patients.id, id)),
  );
  expect(bodyOf<Patient>(await requestsAs(house.app, someone).get(`/api/patients/${id}`)).date_of_birth).toBe(
    '1014-05-02',
  );
  expect(
    bodyOf<Patient>(await requestsAs(house.app, someone).put(`/api/patients/${id}`, { ...record, version }))
      .date_of_birth,
  ).toBe('2014-05-02');
});

test('a record is changed once per version, and its cases are found by the new name', async () => {
  const someone = await signUpPatient(house);
  const conversation = await sentCase(house, { patient: someone, doctor });
  const before = bodyOf<Patient>(await requestsAs(house.app, someone).get(`/api/patients/${conversation.patientId}`));
  expect(before.phone?.replace(/ /g, '')).toBe(someone.phone);
  expect(before.phone).toMatch(/^\+49 \d+ \d+$/);
  const change = (last_name: string) =>
    requestsAs(house.app, someone).put(`/api/patients/${conversation.patientId}`, { ...before, last_name, version: 1 });
  expect(bodyOf<Patient>(await change('Wieczorek'))).toMatchObject({ last_name: 'Wieczorek', version: 2 });
  expect((await change('Falkenrath')).json<ProblemBody>()).toMatchObject({
    code: 'version_conflict',
    current: { last_name: 'Wieczorek', version: 2 },
  });
  expect(await names(doctor, 'search=wiecz')).toEqual(['Wieczorek, Petra']);
  expect(
    bodyOf<{ total: number }>(await requestsAs(house.app, doctor).get('/api/process?search=wieczorek')).total,
  ).toBe(1);
});

test("renaming the own record renames the account; others' records do not", async () => {
  const someone = await signUpPatient(house);
  const conversation = await sentCase(house, { patient: someone, doctor });
  bodyOf(
    await requestsAs(house.app, someone).post(`/api/messages/${conversation.caseId}`, {
      subject: 'Name',
      message: 'Ich habe geheiratet.',
    }),
    201,
  );
  const me = async () => bodyOf<Account>(await requestsAs(house.app, someone).get('/account/me'));
  const { own_patient: own } = await me();
  bodyOf(
    await requestsAs(house.app, someone).put(`/api/patients/${conversation.patientId}`, {
      ...own,
      last_name: 'Wieczorek',
      version: own?.version,
    }),
  );
  expect(await me()).toMatchObject({ full_name: 'Petra Wieczorek', own_patient: { last_name: 'Wieczorek' } });
  expect(
    bodyOf<{ user_fullname: string }>(await requestsAs(house.app, someone).get('/account/isloggedin')).user_fullname,
  ).toBe('Petra Wieczorek');
  expect(await pageOf(house, conversation)).toMatchObject({
    account_name: 'Petra Wieczorek',
    patient: { last_name: 'Wieczorek' },
  });
  expect(
    bodyOf<{ items: Message[] }>(
      await requestsAs(house.app, doctor).get(`/api/messagesoverview/${conversation.caseId}`),
    ).items[0],
  ).toMatchObject({ sender: { name: 'Petra Wieczorek' } });
  // Not even if another record is marked as the holder's by mistake.
  const { id } = bodyOf<Patient>(await add({}, someone), 201);
  bodyOf(await requestsAs(house.app, someone).put(`/api/patients/${id}`, { ...child, first_name: 'Jonas' }));
  bodyOf(await requestsAs(house.app, someone).put(`/api/patients/${id}`, { ...child, relationship: 'self' }));
  expect((await me()).full_name).toBe('Petra Wieczorek');
});

test('a number is formatted when saved, so that the form shows the same', async () => {
  const { id } = bodyOf<Patient>(await add({ phone: '+4915123456789' }), 201);
  const stored = async () => {
    const [row] = await house.kernel.db.select().from(patients).where(eq(patients.id, id));
    return row && house.kernel.vault.open(house.kernel.db, id, patientRecord, row.sealed);
  };
  expect(await stored()).toMatchObject({ phone: '+49 1512 3456789' });
  bodyOf(
    await requestsAs(house.app, patient).put(`/api/patients/${id}`, { ...child, phone: '+43 (0) 1 40400', version: 1 }),
  );
  expect(await stored()).toMatchObject({ phone: '+43 1 40400' });
});

test('a doctor sees patients who sent a case; each side has its own archive', async () => {
  const reader = await inviteDoctor(house);
  const someone = await signUpPatient(house, { first_name: 'Emil', last_name: 'Özkan', date_of_birth: '1979-03-14' });
  await newCase(house, { patient: someone, doctor: reader });
  expect((await list(reader)).total).toBe(0);
  const { patientId } = await sentCase(house, { patient: someone, doctor: reader });
  expect((await list(reader)).items).toMatchObject([
    { id: patientId, case_count: 1, open_case_count: 1, archived_at: null },
  ]);
  expect(
    bodyOf<PatientSummary>(await requestsAs(house.app, reader).post(`/api/patients/${patientId}/archive`, {}))
      .archived_at,
  ).not.toBeNull();
  expect([
    (await list(reader)).total,
    (await list(reader, 'archived=true')).total,
    (await list(someone)).total,
  ]).toEqual([0, 1, 1]);
  bodyOf(await requestsAs(house.app, reader).post(`/api/patients/${patientId}/restore`, {}));
  expect((await list(reader)).total).toBe(1);
  for (const typed of ['özk', 'Oezkan', 'emil özkan', '14.03.1979', '1979-03-14'])
    expect([typed, await names(reader, `search=${encodeURIComponent(typed)}`)]).toEqual([typed, ['Özkan, Emil']]);
  for (const typed of ['kan', '15.03.1979', 'emil adler'])
    expect([typed, await names(reader, `search=${encodeURIComponent(typed)}`)]).toEqual([typed, []]);
});

test('sorts by last activity, for accounts and doctors', async () => {
  const family = await signUpPatient(house);
  const own = await ownPatientId(house, family);
  const { id: quiet } = bodyOf<Patient>(await add({}, family), 201);
  house.clock.advance(1000);
  const { id: busy } = bodyOf<Patient>(await add({ first_name: 'Zora' }, family), 201);
  const idsOf = async (query: string) => (await list(family, query)).items.map(({ id }) => id);
  expect(await idsOf('sort=activity')).toEqual([busy, quiet, own]);
  house.clock.advance(1000);
  await newCase(house, { patient: family, doctor });
  expect(await idsOf('sort=activity')).toEqual([own, busy, quiet]);
  const first = await list(family, 'sort=activity&limit=2');
  expect([
    ...first.items.map(({ id }) => id),
    ...(await idsOf(`sort=activity&limit=2&cursor=${encodeURIComponent(first.next_cursor ?? '')}`)),
  ]).toEqual([own, busy, quiet]);
  expect([first.total, await idsOf('sort=activity&search=zora')]).toEqual([3, [busy]]);
  const { body } = await requestsAs(house.app, family).get('/api/search');
  expect((JSON.parse(body) as SearchHit[]).filter(({ kind }) => kind === 'patient').map(({ id }) => id)).toEqual([
    own,
    busy,
    quiet,
  ]);
});

test('sorts names in German order, and pages contain everybody once', async () => {
  const family = await signUpPatient(house, { first_name: 'Zoe', last_name: 'Österreich' });
  for (const [first_name, last_name] of [
    ['Anna', 'Zander'],
    ['Ärna', 'Oswald'],
    ['Anton', 'Oswald'],
    ['Ines', 'Äpfel'],
    ['Ingo', 'Apfel'],
  ])
    bodyOf(await add({ first_name, last_name }, family), 201);
  const order = ['Apfel, Ingo', 'Äpfel, Ines', 'Österreich, Zoe', 'Oswald, Anton', 'Oswald, Ärna', 'Zander, Anna'];
  expect(await names(family)).toEqual(order);
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await list(family, `limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    seen.push(...page.items.map(({ first_name, last_name }) => `${last_name}, ${first_name}`));
    cursor = page.next_cursor ?? '';
  } while (cursor);
  expect(seen).toEqual(order);
});

test("a doctor's patients are sorted by last activity", async () => {
  const reader = await inviteDoctor(house);
  const [first, second] = [await sentCase(house, { doctor: reader }), await sentCase(house, { doctor: reader })];
  const ids = async (query: string) => (await list(reader, query)).items.map(({ id }) => id);
  expect(await ids('sort=activity')).toEqual([second.patientId, first.patientId]);
  house.clock.advance(1000);
  bodyOf(
    await requestsAs(house.app, first.patient).post(`/api/messages/${first.caseId}`, {
      subject: 'Hallo',
      message: 'Ich bin es.',
    }),
    201,
  );
  expect(await ids('sort=activity')).toEqual([first.patientId, second.patientId]);
  const page = await list(reader, 'sort=activity&limit=1');
  expect(await ids(`sort=activity&cursor=${encodeURIComponent(page.next_cursor ?? '')}`)).toEqual([second.patientId]);
});

test('no case can be created for an archived patient', async () => {
  const { id } = bodyOf<Patient>(await add({ first_name: 'Karla' }), 201);
  bodyOf(await requestsAs(house.app, patient).post(`/api/patients/${id}/archive`, {}));
  await expect(newCase(house, { patient, doctor, patientId: id })).rejects.toThrow('patientMissing');
});

test('names and birth dates are unreadable in the database', async () => {
  await signUpPatient(house, { last_name: 'Unverwechselbar' });
  const rows = await house.kernel.db.select({ text: sql<string>`${patients}::text` }).from(patients);
  expect(rows.filter(({ text }) => /Unverwechselbar|556e76657277656368|1968-04-21/i.test(text))).toEqual([]);
});

test('search finds patients and cases while typing, and lists recent ones before that', async () => {
  const reader = await inviteDoctor(house);
  const someone = await signUpPatient(house, { first_name: 'Selin', last_name: 'Yildirim' });
  const { caseId, patientId } = await sentCase(
    house,
    { patient: someone, doctor: reader },
    { case_name: 'Zufallsbefund Halslymphknoten' },
  );
  const hits = async (q: string, who = reader) =>
    bodyOf<SearchHit[]>(await requestsAs(house.app, who).get(`/api/search?q=${encodeURIComponent(q)}`)).map(
      ({ kind, id }) => [kind, id],
    );
  expect(await hits('')).toEqual([
    ['patient', patientId],
    ['case', caseId],
  ]);
  expect(await hits('yild')).toEqual([
    ['patient', patientId],
    ['case', caseId],
  ]);
  expect(await hits('halslymph')).toEqual([['case', caseId]]);
  expect(await hits('halslymph', doctor)).toEqual([]);
  expect(await hits('selin', someone)).toEqual([
    ['patient', patientId],
    ['case', caseId],
  ]);
});

test("lists count a patient's cases like their page: without archived ones", async () => {
  const [mother, reader] = [await signUpPatient(house), await inviteDoctor(house)];
  const { caseId } = await sentCase(house, { patient: mother, doctor: reader });
  const { patientId } = await sentCase(house, { patient: mother, doctor: reader });
  bodyOf(await requestsAs(house.app, reader).post(`/api/process/${caseId}/archive`, {}));
  const counts = async (who: Person) =>
    bodyOf<Page>(await requestsAs(house.app, who).get('/api/patientsoverview')).items.map((row) => [
      row.case_count,
      row.open_case_count,
    ]);
  const listed = async (who: Person) =>
    bodyOf<Page>(await requestsAs(house.app, who).get(`/api/process?patient=${patientId}&view=all`)).total;
  expect([await counts(reader), await listed(reader)]).toEqual([[[1, 1]], 1]);
  expect([await counts(mother), await listed(mother)]).toEqual([[[2, 2]], 2]);
});

test("another account's patient is a 404", async () => {
  const id = await ownPatientId(house, patient);
  const stranger = await signUpPatient(house);
  const missing = await requestsAs(house.app, stranger).get('/api/patients/00000000-0000-4000-8000-000000000000');
  for (const response of [
    await requestsAs(house.app, stranger).get(`/api/patients/${id}`),
    await requestsAs(house.app, stranger).put(`/api/patients/${id}`, { ...child }),
    await requestsAs(house.app, stranger).get('/api/patients/not-an-id'),
  ]) {
    expect([response.statusCode, response.body]).toEqual([404, missing.body]);
  }
  expect((await house.kernel.db.select().from(patients).where(eq(patients.id, id)))[0]?.version).toBe(1);
});

describe('a health profile', () => {
  const texts = { medication: 'L-Thyroxin 50 µg', allergies: 'Penicillin', operations: '', previous_illnesses: '' };
  const healthOf = async (who: Person) => {
    const path = `/api/patients/${await ownPatientId(house, who)}/health`;
    const asOwner = requestsAs(house.app, who);
    return {
      path,
      read: async () => bodyOf<HealthProfile>(await asOwner.get(path)),
      save: (body: object) => asOwner.put(path, body),
      confirm: (version: number) => asOwner.post(`${path}/confirm`, { version }),
    };
  };

  test('is empty at first, stores what its owner saves, and overwrites nothing newer', async () => {
    const health = await healthOf(await signUpPatient(house));
    expect(await health.read()).toMatchObject({ medication: '', version: 0, confirmed_at: null });
    expect((await health.confirm(0)).json()).toMatchObject({ code: 'not_allowed_now' });
    const saved = bodyOf<HealthProfile>(await health.save({ ...texts, version: 0 }));
    expect(saved).toMatchObject({ ...texts, version: 1, confirmed_at: saved.changed_at });
    const stale = await health.save({ ...texts, allergies: '', version: 0 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ code: 'version_conflict', current: texts });
    expect(await health.read()).toEqual(saved);
  });

  test('keeps a medication list for the next case, which older clients do not lose', async () => {
    const owner = await signUpPatient(house);
    const health = await healthOf(owner);
    const line = { heading: '', ingredients: [], trade_name: 'Muster', pzn: '', form: '', times: null };
    const list = {
      medicines: [{ ...line, dose: 'abends 1', unit: '', hint: '', reason: '' }],
      notes: [],
      sources: [],
      edited: true,
    };
    bodyOf(await health.save({ ...texts, medication_list: list, version: 0 }));
    expect(await health.read()).toMatchObject({ medication_list: list });
    const conversation = await newCase(house, { patient: owner, doctor });
    expect((await pageOf(house, conversation, owner)).anamnesis).toMatchObject({ ...texts, medication_list: list });
    bodyOf(await health.save({ ...texts, allergies: '', version: 1 }));
    expect(await health.read()).toMatchObject({ allergies: '', medication_list: list });
    bodyOf(await health.save({ ...texts, medication_list: null, version: 2 }));
    expect(await health.read()).toMatchObject({ medication_list: null });
  });

  test('pre-fills the next case; the doctor sees when it was confirmed', async () => {
    const owner = await signUpPatient(house);
    const health = await healthOf(owner);
    const { confirmed_at: first } = bodyOf<HealthProfile>(await health.save({ ...texts, version: 0 }));
    const conversation = await newCase(house, { patient: owner, doctor });
    const { path } = health;
    expect(await pageOf(house, conversation, owner)).toMatchObject({ anamnesis: { ...texts, lifestyle: '' } });
    await addLetter(house, conversation);
    expect((await requestsAs(house.app, doctor).get(path)).statusCode).toBe(404);
    bodyOf(await send(house, conversation), 201);
    const seen = async () => (await pageOf(house, conversation, doctor)).requests.at(-1)?.health_confirmed_at;
    expect(await seen()).toBe(first);
    expect((await requestsAs(house.app, doctor).get(path)).statusCode).toBe(404);

    await addLetter(house, conversation);
    house.clock.advance(60_000);
    bodyOf(
      await requestsAs(house.app, owner).post(`/api/buttonaufgabe/patient/${conversation.caseId}`, {
        consent: true,
        health_confirmed: true,
      }),
      201,
    );
    const { confirmed_at: now, changed_at: changed } = await health.read();
    expect([await seen(), changed]).toEqual([now, first]);
    expect(now).not.toBe(first);

    // A profile that says something else confirms nothing about this case.
    bodyOf(await health.save({ ...texts, medication: 'Nichts mehr', version: 1 }));
    await addLetter(house, conversation);
    bodyOf(await send(house, conversation), 201);
    expect(await seen()).toBeNull();
  });
});

describe('the documents of a person', () => {
  interface Documents {
    items: PatientDocument[];
    total: number;
    next_cursor: string | null;
  }
  const documentsOf = async (who: Person, patientId: string, query = ''): Promise<Documents> =>
    bodyOf<Documents>(await requestsAs(house.app, who).get(`/api/patients/${patientId}/documents?${query}`));
  const named = ({ items }: Documents) => items.map(({ case_name: name, issue_date: day }) => `${name} ${day}`);

  test('come from all their cases, by date, in pages, for the owner only', async () => {
    const owner = await signUpPatient(house);
    const thyroid = await sentCase(house, { patient: owner, doctor });
    const knee = await newCase(house, { patient: owner, doctor }, { case_name: 'Schmerzen im Knie' });
    const childId = bodyOf<Patient>(await add({}, owner), 201).id;
    const ofChild = await newCase(house, { patient: owner, doctor, patientId: childId }, { case_name: 'Husten' });
    await addLetter(house, ofChild);
    const { documentId } = await uploadOne(house.app, owner, knee.caseId, 'labor.pdf', aPdfOf(500));
    const laboratory = details({ document_medical_kind: 'Laboratory report', issue_date: '2026-10-01' });
    bodyOf(await requestsAs(house.app, owner).post(`/api/metadata/${documentId}`, laboratory));
    const list = (query = '') => documentsOf(owner, thyroid.patientId, query);

    const both = ['Schmerzen im Knie 2026-10-01', 'Knoten in der Schilddrüse 2026-09-14'];
    expect(named(await list())).toEqual(both);
    const first = await list('limit=1');
    const second = await list(`limit=1&cursor=${encodeURIComponent(first.next_cursor ?? '')}`);
    expect([...named(first), ...named(second)]).toEqual(both);
    expect([first.total, second.next_cursor]).toEqual([2, null]);
    for (const query of ['kind=laboratory', 'from=2026-09-15', 'search=knie', 'search=labor%20schm'])
      expect([query, ...named(await list(query))]).toEqual([query, both[0]]);
    for (const query of ['to=2026-09-30', 'search=rosenberg%20schild'])
      expect([query, ...named(await list(query))]).toEqual([query, both[1]]);
    expect(named(await list('search=petra'))).toEqual([]);
    expect(named(await documentsOf(owner, childId))).toEqual(['Husten 2026-09-14']);

    bodyOf(await requestsAs(house.app, owner).delete(`/api/individualdocument/get/${documentId}`));
    expect(named(await list())).toEqual([both[1]]);
    expect(named(await list('archived=true'))).toEqual([both[0]]);
    const path = `/api/patients/${thyroid.patientId}/documents`;
    for (const other of [doctor, patient]) expect((await requestsAs(house.app, other).get(path)).statusCode).toBe(404);
  });

  test('are sorted by date, with missing details first and unknown dates last', async () => {
    const owner = await signUpPatient(house);
    const knee = await newCase(house, { patient: owner, doctor });
    const add = async (size: number, told?: Record<string, unknown>) => {
      const { documentId } = await uploadOne(house.app, owner, knee.caseId, 'brief.pdf', aPdfOf(size));
      if (told) bodyOf(await requestsAs(house.app, owner).post(`/api/metadata/${documentId}`, details(told)));
      return documentId;
    };
    const unknown = [await add(510, { date_unknown: true }), await add(511, { date_unknown: true })];
    const old = await add(512, { issue_date: '1999-01-01' });
    const bare = await add(513);
    const { items } = await documentsOf(owner, knee.patientId);
    expect(items.map(({ id }) => id)).toEqual([bare, old, ...unknown.reverse()]);
    expect((await documentsOf(owner, knee.patientId, 'from=1900-01-01')).items.map(({ id }) => id)).toEqual([old]);
  });

  test('count an examination once in each case it was uploaded to', async () => {
    const owner = await signUpPatient(house);
    const ct = Object.values(unzipSync(fixture('ct-series-7.zip'))).map((bytes) => Buffer.from(bytes));
    const [one, other] = [await newCase(house, { patient: owner }), await newCase(house, { patient: owner, doctor })];
    for (const [name, { caseId }] of [
      ['a.dcm', one],
      ['b.dcm', one],
      ['c.dcm', other],
    ] as const)
      await uploadOne(house.app, owner, caseId, name, ct[name === 'b.dcm' ? 1 : 0] as Buffer);
    const page = await documentsOf(owner, one.patientId, 'sort=uploaded_at&limit=1');
    expect(page.items.map(({ file_name: file }) => file)).toEqual(['c.dcm']);
    expect(page.total).toBe(2);
    const next = await documentsOf(
      owner,
      one.patientId,
      `sort=uploaded_at&limit=1&cursor=${encodeURIComponent(page.next_cursor ?? '')}`,
    );
    expect(next.items.map(({ file_name: file }) => file)).toEqual(['b.dcm', 'a.dcm']);
  });
});
