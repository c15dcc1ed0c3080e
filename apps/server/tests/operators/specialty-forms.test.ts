import type { ProcessOverview } from '@konsil/contracts/cases';
import type { ConsoleForm, ListedForm } from '@konsil/contracts/console-forms';
import type { FormField } from '@konsil/contracts/form-fields';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { DoctorsForm } from '@konsil/contracts/specialty-forms';
import { sql } from 'drizzle-orm';
import { actingAs } from '@konsil/server-domain/database/roles';
import { reseal, sealedKinds } from '@konsil/server-domain/sealed/reseal';
import { specialtyForms } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, bodyOf, newCase, pageOf, send, type Conversation } from '../support/cases.ts';
import { aNewField } from '../support/forms.ts';
import { atConsole, signedInOperator } from '../support/operators.ts';
import { inviteDoctor, requestsAs, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let patient: Person;
let operator: Person;
beforeEach(async () => {
  house = await testApp();
  patient = await signUpPatient(house);
  operator = await signedInOperator(house, ['forms']);
});
afterEach(() => house.close());

const as = (who: Person) => requestsAs(house.app, who);
const weight = aNewField('Körpergewicht', { kind: 'number', unit: 'kg', required: true });
const save = (specialty: string, fields: object[], version?: number, by = operator) =>
  atConsole(house, by).put('/api/console/specialty-form', {
    specialty,
    fields,
    ...(version !== undefined && { version }),
  });
const saved = async (...given: Parameters<typeof save>) => bodyOf<ConsoleForm>(await save(...given));
const listed = async (specialty: string) =>
  bodyOf<{ items: ListedForm[] }>(await atConsole(house, operator).get('/api/console/specialty-forms')).items.find(
    (one) => one.specialty === specialty,
  );
const formOf = async (doctor: Person) => bodyOf<DoctorsForm>(await as(doctor).get('/api/specialty-form'));
const own = async (doctor: Person, fields: object[], follows?: boolean) =>
  bodyOf<DoctorsForm>(
    await as(doctor).put('/api/specialty-form', { fields, ...(follows !== undefined && { follows }) }),
  );
const labels = ({ fields }: { fields: FormField[] } = { fields: [] }) => fields.map(({ label_de: de }) => de);
const offered = async (conversation: Conversation) => labels((await pageOf(house, conversation, patient)).offered_form);
const fill = async (conversation: Conversation, version: number, answers: Record<string, string>) => {
  const { diagnosis, medical_history, anamnesis, questions } = await pageOf(house, conversation, patient);
  return as(patient).post(`/api/generalprocessforms/${conversation.caseId}`, {
    diagnosis,
    medical_history,
    anamnesis,
    questions: questions.map(({ id, text }) => ({ id, text })),
    specialty_form: { version, answers },
  });
};

test('the form of a specialty applies to its doctors, is answered, sent and read', async () => {
  const doctor = await inviteDoctor(house, { specialty: 'Innere Medizin und Kardiologie' });
  const other = await inviteDoctor(house, { specialty: 'Urologie' });
  const { version, fields } = await saved('Kardiologie', [weight]);
  expect(await formOf(doctor)).toEqual({
    version: 0,
    fields: [],
    follows: true,
    of_specialty: { specialty: 'Kardiologie', version, fields },
  });
  expect(await formOf(other)).toEqual({ version: 0, fields: [], follows: true });
  const conversation = await newCase(house, { patient, doctor });
  await addLetter(house, conversation);
  expect((await send(house, conversation)).statusCode).toBe(422);
  bodyOf(await fill(conversation, version, { [fields[0]?.id ?? '']: '72' }));
  bodyOf(await send(house, conversation), 201);
  const forms = [{ doctor: { id: doctor.accountId }, version, fields, answers: { [fields[0]?.id ?? '']: '72' } }];
  expect((await pageOf(house, conversation)).specialty_forms).toMatchObject(forms);
  // A newer version changes no answered one, and so does the end of the form.
  await saved('Kardiologie', [aNewField('Beruf')]);
  expect((await pageOf(house, conversation)).specialty_forms).toMatchObject(forms);
  await saved('Kardiologie', []);
  expect((await pageOf(house, conversation)).specialty_forms).toMatchObject(forms);
});

test('of several specialties, the most specific one with a form applies', async () => {
  const doctor = await inviteDoctor(house, { specialty: 'Innere Medizin und Kardiologie' });
  const conversation = await newCase(house, { patient, doctor });
  await saved('Innere Medizin', [aNewField('Beruf')]);
  expect(await offered(conversation)).toEqual(['Beruf']);
  await saved('Kardiologie', [weight]);
  expect(await offered(conversation)).toEqual(['Körpergewicht']);
  await saved('Kardiologie', []);
  expect(await offered(conversation)).toEqual(['Beruf']);
});

test("a doctor can copy a specialty's form, do without it, and return to it", async () => {
  const doctor = await inviteDoctor(house);
  const conversation = await newCase(house, { patient, doctor });
  const { version, fields } = await saved('Radiologie', [weight, aNewField('Beruf')]);
  const [kilos, job] = fields;
  bodyOf(await fill(conversation, version, { [kilos?.id ?? '']: '72', [job?.id ?? '']: 'Glasbläserin' }));
  const taken = await own(doctor, [{ ...kilos, label_de: 'Gewicht' }, job ?? {}]);
  expect(taken).toMatchObject({ follows: false, fields: [{ id: kilos?.id, label_de: 'Gewicht' }, { id: job?.id }] });
  // No two forms have the same version, so that a stale page is a conflict.
  expect(taken.version).toBeGreaterThan(version);
  expect((await pageOf(house, conversation, patient)).offered_form).toMatchObject({
    version: taken.version,
    answers: { [kilos?.id ?? '']: '72', [job?.id ?? '']: 'Glasbläserin' },
  });
  expect((await fill(conversation, version, {})).statusCode).toBe(409);
  // The specialty's next version does not touch what is the doctor's own.
  await saved('Radiologie', [aNewField('Hobby')]);
  expect(await offered(conversation)).toEqual(['Gewicht', 'Beruf']);
  const without = await own(doctor, []);
  expect(without).toMatchObject({ follows: false, fields: [] });
  const later = await newCase(house, { patient, doctor });
  expect(await offered(later)).toEqual([]);
  expect(await own(doctor, [], true)).toMatchObject({ follows: true, fields: [] });
  expect(await offered(later)).toEqual(['Hobby']);
  expect(await listed('Radiologie')).toMatchObject({ fields: 1, doctors: 1, using: 1 });
  await own(doctor, []);
  expect(await listed('Radiologie')).toMatchObject({ fields: 1, doctors: 1, using: 0 });
});

test('saving an empty form while the specialty has none does not opt the doctor out', async () => {
  const doctor = await inviteDoctor(house);
  expect(await own(doctor, [])).toEqual({ version: 0, fields: [], follows: true });
  await saved('Radiologie', [weight]);
  expect(await formOf(doctor)).toMatchObject({ follows: true, of_specialty: { specialty: 'Radiologie' } });
});

test('ending the own form while the specialty has none does not opt out of a later one', async () => {
  const doctor = await inviteDoctor(house);
  await own(doctor, [aNewField('Beruf')]);
  const ended = await own(doctor, []);
  expect(ended).toMatchObject({ follows: true, fields: [] });
  expect(await own(doctor, [])).toEqual(ended);
  await saved('Radiologie', [weight]);
  expect(await formOf(doctor)).toMatchObject({ follows: true, of_specialty: { specialty: 'Radiologie' } });
});

test('fields written by an older server beside the opt-out mark apply', async () => {
  const doctor = await inviteDoctor(house);
  await saved('Radiologie', [weight]);
  await own(doctor, [aNewField('Beruf')]);
  await house.owner.pool.query('update specialty_forms set follows = true where doctor_id = $1', [doctor.accountId]);
  expect(await formOf(doctor)).toMatchObject({ follows: false, fields: [{ label_de: 'Beruf' }] });
});

test('the console lists every specialty, and needs the permission', async () => {
  expect(await listed('Urologie')).toEqual({
    specialty: 'Urologie',
    offered: true,
    fields: 0,
    changed_at: null,
    changed_by: '',
    doctors: 0,
    using: 0,
  });
  await saved('Urologie', [weight, aNewField('Beruf')]);
  expect(await listed('Urologie')).toMatchObject({ fields: 2, changed_by: 'Jonas Petri' });
  const other = await signedInOperator(house, ['legal', 'doctors']);
  for (const path of ['specialty-forms', 'specialty-form?specialty=Urologie'])
    expect((await atConsole(house, other).get(`/api/console/${path}`)).statusCode).toBe(404);
  expect((await save('Urologie', [], undefined, other)).statusCode).toBe(404);
  const unknown = await save('Handauflegen', [weight]);
  expect(unknown.json<ProblemBody>().errors).toMatchObject([{ path: 'specialty', code: 'selectOption' }]);
});

describe('the form of a specialty that is offered no more', () => {
  const renamed = 'Frauenheilkunde und Geburtshilfe (alt)';
  const give = (version: number, to: string, by = operator) =>
    atConsole(house, by).post('/api/console/specialty-form/give', { specialty: renamed, version, to });
  const read = async () =>
    bodyOf<ConsoleForm>(
      await atConsole(house, operator).get(`/api/console/specialty-form?specialty=${encodeURIComponent(renamed)}`),
    );
  beforeEach(async () => {
    await saved('Urologie', [weight, aNewField('Beruf')]);
    // As after an upgrade to a version with another name.
    await house.owner.pool.query("update specialty_forms set specialty = $1 where specialty = 'Urologie'", [renamed]);
  });
  const acts = async () =>
    (
      await house.owner.pool.query(
        "select action, actor_id, detail::json ->> 'specialty' as specialty from audit_records where action like 'form.%' order by id offset 1",
      )
    ).rows.map(({ action, actor_id: by, specialty }) => [action, by === operator.accountId, specialty]);

  test('is listed, and its fields can be moved to the new name', async () => {
    const doctor = await inviteDoctor(house, { specialty: 'Kardiologie' });
    expect(await listed(renamed)).toMatchObject({ offered: false, fields: 2, doctors: 0, using: 0 });
    expect(await listed('Kardiologie')).toMatchObject({ offered: true, fields: 0 });
    const { version, fields } = await read();
    bodyOf(await give(version, 'Kardiologie'));
    expect((await formOf(doctor)).of_specialty).toMatchObject({ specialty: 'Kardiologie', fields });
    expect(await listed('Kardiologie')).toMatchObject({ fields: 2, using: 1, changed_by: 'Jonas Petri' });
    expect(await listed(renamed)).toBeUndefined();
    expect(await acts()).toEqual([
      ['form.change', true, 'Kardiologie'],
      ['form.end', true, renamed],
    ]);
  });

  test('can be moved once, in the version read, to a specialty without a form', async () => {
    const { version } = await read();
    const { version: newer } = await saved('Kardiologie', [aNewField('Hobby')]);
    expect((await give(version, 'Kardiologie')).json()).toMatchObject({ code: 'conflict' });
    expect((await give(version - 1, 'Urologie')).json()).toMatchObject({ code: 'version_conflict' });
    expect((await give(version, 'Handauflegen')).statusCode).toBe(422);
    expect((await give(version, 'Urologie', await signedInOperator(house, ['legal']))).statusCode).toBe(404);
    const ofOffered = { specialty: 'Kardiologie', version: newer, to: 'Urologie' };
    expect((await atConsole(house, operator).post('/api/console/specialty-form/give', ofOffered)).statusCode).toBe(404);
    const both = await Promise.all([give(version, 'Urologie'), give(version, 'Radiologie')]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect([(await listed('Urologie'))?.fields, (await listed('Radiologie'))?.fields].sort()).toEqual([0, 2]);
    expect(labels(await read())).toEqual([]);
  });

  test('keeps earlier answers, also when patients save while no form applies', async () => {
    const conversation = await newCase(house, {
      patient,
      doctor: await inviteDoctor(house, { specialty: 'Kardiologie' }),
    });
    const old = await saved('Kardiologie', [aNewField('Beruf')]);
    const answers = { [old.fields[0]?.id ?? '']: 'Glasbläserin' };
    bodyOf(await fill(conversation, old.version, answers));
    await house.owner.pool.query("update specialty_forms set specialty = 'Herzkunde' where specialty = 'Kardiologie'");
    expect(await offered(conversation)).toEqual(['Beruf']);
    const answersNow = { [old.fields[0]?.id ?? '']: 'Glaserin' };
    bodyOf(await fill(conversation, old.version, answersNow));
    const moved = { specialty: 'Herzkunde', version: old.version, to: 'Kardiologie' };
    bodyOf(await atConsole(house, operator).post('/api/console/specialty-form/give', moved));
    expect((await fill(conversation, old.version, answers)).statusCode).toBe(409);
    const { offered_form: form } = await pageOf(house, conversation, patient);
    expect(form?.version).toBeGreaterThan(old.version);
    expect(form).toMatchObject({ fields: old.fields, answers: answersNow });
  });

  test('cannot be moved after it ended', async () => {
    const { version } = await read();
    const ended = await saved(renamed, [], version);
    expect((await give(ended.version, 'Kardiologie')).statusCode).toBe(404);
    expect((await give(version, 'Kardiologie')).statusCode).toBe(409);
    expect(await acts()).toEqual([['form.end', true, renamed]]);
    expect(await house.kernel.db.$count(specialtyForms)).toBe(1);
  });

  test('can be read by any name, and an invalid name is refused', async () => {
    const at = (name: string) =>
      atConsole(house, operator).get(`/api/console/specialty-form?specialty=${encodeURIComponent(name)}`);
    expect((await at('\0')).statusCode).toBe(422);
    expect((await at('x'.repeat(201))).statusCode).toBe(422);
    expect((await at('Unbekannt')).json()).toEqual({ specialty: 'Unbekannt', version: 0, fields: [] });
  });

  test('can be ended, but not changed', async () => {
    const { version } = await read();
    expect((await save(renamed, [weight], version)).statusCode).toBe(422);
    await saved(renamed, [], version);
    expect(await listed(renamed)).toBeUndefined();
    expect(await acts()).toEqual([['form.end', true, renamed]]);
  });
});

test('a newer version by another operator is a conflict that contains it', async () => {
  const first = await saved('Urologie', [weight], 0);
  const answer = await save('Urologie', [], 0);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'version_conflict', current: first });
  const both = await Promise.all([
    save('Urologie', [], first.version),
    save('Urologie', [aNewField('Beruf')], first.version),
  ]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test('each change is logged with the number of fields; an unchanged save is not', async () => {
  const { version, fields } = await saved('Urologie', [weight]);
  await saved('Urologie', fields, version);
  const { version: last } = await saved('Urologie', []);
  const { rows } = await house.owner.pool.query(
    "select action, actor_id, detail::json as detail from audit_records where action like 'form.%' order by id",
  );
  expect(rows).toEqual(
    [
      ['form.change', { specialty: 'Urologie', version: String(version), fields: '1' }],
      ['form.end', { specialty: 'Urologie', version: String(last), fields: '0' }],
    ].map(([action, detail]) => ({ action, actor_id: operator.accountId, detail })),
  );
});

test('in SQL, specialty forms are writable for permitted operators, others for doctors', async () => {
  const doctor = await inviteDoctor(house);
  await own(doctor, [weight]);
  await saved('Urologie', [weight]);
  const other = await signedInOperator(house, ['legal']);
  const { db } = house.kernel;
  const versionsAfterUpdate = (who: Person) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`update specialty_forms set version = 99`);
      return (await tx.select().from(specialtyForms)).map(({ doctorId, version }) => [
        doctorId !== null,
        version === 99,
      ]);
    }, actingAs(who.accountId));
  const changed = async (who: Person) => {
    const rows = (await versionsAfterUpdate(who)).sort();
    await house.owner.pool.query('update specialty_forms set version = 1');
    return { specialty: rows[0]?.[1], doctor: rows[1]?.[1] };
  };
  expect(await changed(operator)).toEqual({ specialty: true, doctor: false });
  expect(await changed(other)).toEqual({ specialty: false, doctor: false });
  expect(await changed(doctor)).toEqual({ specialty: false, doctor: true });
  expect(await changed(patient)).toEqual({ specialty: false, doctor: false });
  const [row] = await db.select().from(specialtyForms).where(sql`specialty = 'Urologie'`);
  for (const [who, values] of [
    [doctor, { specialty: 'Kardiologie', doctorId: null }],
    [patient, { specialty: 'Kardiologie', doctorId: null }],
    [operator, { specialty: null, doctorId: doctor.accountId }],
  ] as const)
    await expect(
      db.transaction(
        (tx) => tx.insert(specialtyForms).values({ version: 5, changedAt: new Date(), sealed: row!.sealed, ...values }),
        actingAs(who.accountId),
      ),
    ).rejects.toMatchObject({ cause: { code: '42501' } });
});

test("the form of a specialty is encrypted with the installation's key, and resealed", async () => {
  await saved('Urologie', [aNewField('Beruf')]);
  await own(await inviteDoctor(house), [weight]);
  const [row] = await house.kernel.db.select().from(specialtyForms).where(sql`specialty = 'Urologie'`);
  expect(row?.sealed.toString()).not.toContain('Beruf');
  const column = sealedKinds.get('specialty_form');
  if (!column) throw new Error('The kind is missing.');
  expect(await reseal(house.kernel.db, house.kernel.vault, column)).toEqual({ rewritten: 0, current: 2 });
});

test('operators read no answers', async () => {
  const doctor = await inviteDoctor(house);
  const conversation = await newCase(house, { patient, doctor });
  const { version, fields } = await saved('Radiologie', [aNewField('Beruf')]);
  const page = bodyOf<ProcessOverview>(await fill(conversation, version, { [fields[0]?.id ?? '']: 'Glasbläserin' }));
  expect(JSON.stringify(page)).toContain('Glasbläserin');
  for (const path of ['specialty-forms', 'specialty-form?specialty=Radiologie'])
    expect((await atConsole(house, operator).get(`/api/console/${path}`)).body).not.toContain('Glasbläserin');
});

test('a doctor cannot opt out of a form published after the page was opened', async () => {
  const doctor = await inviteDoctor(house, { specialty: 'Kardiologie' });
  const { version } = await formOf(doctor);
  const mine = [aNewField('Beruf')];
  const put = (seen?: number) =>
    as(doctor).put('/api/specialty-form', {
      version,
      fields: mine,
      ...(seen !== undefined && { seen_of_specialty: seen }),
    });
  const first = await saved('Kardiologie', [weight]);
  const refused = bodyOf<ProblemBody>(await put(0), 409);
  expect(refused).toMatchObject({ code: 'version_conflict', current: { of_specialty: { version: first.version } } });
  const newer = await saved('Kardiologie', [weight, aNewField('Blutdruck')]);
  expect((await put(first.version)).statusCode).toBe(409);
  expect(await formOf(doctor)).toMatchObject({ follows: true });
  expect(bodyOf<DoctorsForm>(await put(newer.version))).toMatchObject({ follows: false });
  // A doctor who has decided is not asked again.
  await saved('Kardiologie', [weight]);
  const { version: decided } = await formOf(doctor);
  bodyOf(
    await as(doctor).put('/api/specialty-form', { version: decided, fields: [], seen_of_specialty: newer.version }),
  );
});
