import type { ProcessOverview } from '@konsil/contracts/cases';
import type { FileLocation } from '@konsil/contracts/documents';
import type { FormField } from '@konsil/contracts/form-fields';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer, RequestPreview } from '@konsil/contracts/requests';
import type { SearchHit } from '@konsil/contracts/search';
import type { LookedAtCase } from '@konsil/contracts/second-looks';
import type { SpecialtyForm } from '@konsil/contracts/specialty-forms';
import { sql } from 'drizzle-orm';
import type { Questionnaire, QuestionnaireResponse } from 'fhir/r4';
import { randomUUID } from 'node:crypto';
import { cases, specialtyForms } from '@konsil/server-domain/schema';
import { actingAs } from '@konsil/server-domain/database/roles';
import { eraseAccount } from '@konsil/server-privacy/erase-account';
import { indexTexts } from '@konsil/server-search/index-texts';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, answerLetter, bodyOf, newCase, pageOf, send, type Conversation } from '../support/cases.ts';
import { aNewField } from '../support/forms.ts';
import { inviteDoctor, password, requestsAs, signUpPatient, type Person } from '../support/people.ts';
import { readPdf } from '../support/read-pdf.ts';
import { unzip } from '../support/unzip.ts';

let house: TestApp;
let patient: Person;
beforeAll(async () => {
  house = await testApp();
  patient = await signUpPatient(house);
});

const as = (who: Person) => requestsAs(house.app, who);
const weight = aNewField('Körpergewicht', {
  kind: 'number',
  label_en: 'Body weight',
  required: true,
  unit: 'kg',
  min: '2',
  max: '300',
});
const side = {
  ...aNewField('Welche Seite?', { kind: 'one_of' }),
  choices: [
    { label_de: 'Rechts', label_en: 'Right' },
    { label_de: 'Links', label_en: '' },
  ],
};
const saveForm = (doctor: Person, fields: readonly object[], version?: number) =>
  as(doctor).put('/api/specialty-form', { fields, ...(version !== undefined && { version }) });
const formOf = async (doctor: Person) => bodyOf<SpecialtyForm>(await as(doctor).get('/api/specialty-form'));
const fieldCalled = ({ fields }: { fields: readonly FormField[] }, name: string): FormField => {
  const field = fields.find(({ label_de: de }) => de === name);
  if (!field) throw new Error(`There is no field ${name}.`);
  return field;
};
/** A new doctor who asks for a weight and a side, and an unsent case. */
const anAskedCase = async (fields: readonly object[] = [weight, side]) => {
  const doctor = await inviteDoctor(house);
  const form = bodyOf<SpecialtyForm>(await saveForm(doctor, fields));
  const conversation = await newCase(house, { patient, doctor });
  await addLetter(house, conversation);
  return { doctor, form, conversation };
};
const save = async (conversation: Conversation, specialty_form: unknown, changes: object = {}) => {
  const { diagnosis, medical_history, anamnesis, questions } = await pageOf(house, conversation, patient);
  house.clock.advance(1000);
  return as(patient).post(`/api/generalprocessforms/${conversation.caseId}`, {
    diagnosis,
    medical_history,
    anamnesis,
    questions: questions.map(({ id, text }) => ({ id, text })),
    ...(specialty_form !== undefined && { specialty_form }),
    ...changes,
  });
};
const fill = async (conversation: Conversation, form: SpecialtyForm, answers: Record<string, string | string[]>) =>
  bodyOf<ProcessOverview>(await save(conversation, { version: form.version, answers }));
const preview = async ({ caseId }: Conversation) =>
  bodyOf<RequestPreview>(await as(patient).get(`/api/process/${caseId}/preview`));
const refused = async (call: Promise<{ statusCode: number; json: <T>() => T }>) => {
  const { statusCode, json } = await call;
  return [statusCode, json<ProblemBody>().errors?.map(({ path, code }) => `${path} ${code}`)] as const;
};
const at = ({ id }: FormField, code: string) => `specialty_form.answers.${id} ${code}`;

/** The data of an account's export. */
const exportedOf = async (who: Person): Promise<unknown> => {
  const asked = await as(who).post('/account/export', { current_password: password });
  const { Filelocation } = bodyOf<FileLocation>(asked);
  const members = await unzip((await house.app.inject({ url: new URL(Filelocation).pathname })).rawPayload);
  return JSON.parse(String(members.get('data.json')));
};

describe("A doctor's own form", () => {
  test('belongs to the doctor, counts its versions and keeps the ids of its fields and choices', async () => {
    const [doctor, other] = [await inviteDoctor(house), await inviteDoctor(house)];
    expect(await formOf(doctor)).toEqual({ version: 0, fields: [], follows: true });
    const first = bodyOf<SpecialtyForm>(await saveForm(doctor, [weight, side]));
    expect(first).toMatchObject({ follows: false, fields: [weight, { label_de: 'Welche Seite?' }] });
    expect(first.version).toBeGreaterThan(0);
    expect(bodyOf(await saveForm(doctor, first.fields))).toEqual(first);
    const [kilos, which] = first.fields;
    const second = bodyOf<SpecialtyForm>(await saveForm(doctor, [which ?? {}, { ...kilos, label_de: 'Gewicht' }]));
    expect(second).toEqual({
      version: expect.any(Number),
      follows: false,
      fields: [which, { ...kilos, label_de: 'Gewicht' }],
    });
    expect(second.version).toBeGreaterThan(first.version);
    expect(await formOf(other)).toEqual({ version: 0, fields: [], follows: true });
    const copied = bodyOf<SpecialtyForm>(await saveForm(other, second.fields));
    const ids = (form: SpecialtyForm) =>
      form.fields.flatMap(({ id, choices }) => [id, ...choices.map((one) => one.id)]);
    expect(ids(copied).some((id) => ids(second).includes(id))).toBe(false);
    for (const method of ['get', 'put'] as const)
      expect((await as(patient)[method]('/api/specialty-form', { fields: [] })).statusCode).toBe(404);
  });

  test('is not overwritten with changes based on an older version', async () => {
    const doctor = await inviteDoctor(house);
    const { version } = bodyOf<SpecialtyForm>(await saveForm(doctor, [weight], 0));
    const problem = bodyOf<ProblemBody>(await saveForm(doctor, [side], 0), 409);
    expect(problem).toMatchObject({ code: 'version_conflict', current: { version } });
    const both = await Promise.all([saveForm(doctor, [side], version), saveForm(doctor, [weight, side], version)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  test('only its doctor can write it in SQL, and only signed-in accounts can read it', async () => {
    const { doctor, form } = await anAskedCase();
    const { db } = house.kernel;
    const rows = (who: Person) =>
      db.transaction(
        async (tx) => (await tx.select().from(specialtyForms)).filter(({ doctorId }) => doctorId === doctor.accountId),
        actingAs(who.accountId),
      );
    expect(await rows(patient)).toHaveLength(1);
    await db.transaction(async (tx) => {
      expect((await tx.execute(sql`update specialty_forms set version = 99`)).rowCount).toBe(0);
      expect((await tx.execute(sql`delete from specialty_forms`)).rowCount).toBe(0);
    }, actingAs(patient.accountId));
    const [row] = await rows(patient);
    expect(row?.version).toBe(form.version);
    expect(row?.sealed.toString()).not.toContain('Körpergewicht');
    await expect(
      db.transaction(
        (tx) =>
          tx
            .insert(specialtyForms)
            .values({ ...row!, id: randomUUID() })
            .onConflictDoNothing(),
        actingAs(patient.accountId),
      ),
    ).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  test('is exported with the account, and erased with it', async () => {
    const { doctor } = await anAskedCase();
    const exported = JSON.stringify(await exportedOf(doctor));
    expect(exported).toContain('"label_de":"Körpergewicht"');
    await eraseAccount(house.kernel, doctor.accountId, () => true);
    const kept = await house.kernel.db.select().from(specialtyForms);
    expect(kept.some(({ doctorId }) => doctorId === doctor.accountId)).toBe(false);
  });
});

describe('The answers to it', () => {
  test('are needed where required before the first request, and only then', async () => {
    const { conversation, form, doctor } = await anAskedCase();
    const kilos = fieldCalled(form, 'Körpergewicht');
    expect((await preview(conversation)).missing).toContain('form_incomplete');
    expect(await refused(send(house, conversation))).toEqual([422, [at(kilos, 'answerMissing')]]);
    const page = await fill(conversation, form, { [kilos.id]: '72,5' });
    expect(page.specialty_forms).toEqual([
      {
        doctor: { id: doctor.accountId, name: 'Dr. med. Jonas Weber' },
        version: form.version,
        fields: form.fields,
        answers: { [kilos.id]: '72,5' },
      },
    ]);
    expect((await preview(conversation)).missing).not.toContain('form_incomplete');
    bodyOf(await send(house, conversation), 201);
    const seen = await pageOf(house, conversation);
    expect(seen.specialty_forms).toEqual(page.specialty_forms);
    expect(seen.offered_form).toBeUndefined();
    expect(await refused(save(conversation, { version: form.version, answers: {} }))).toEqual([
      422,
      [at(kilos, 'answerMissing')],
    ]);
  });

  test('must match the types and ids of their fields', async () => {
    const { conversation, form } = await anAskedCase();
    const [kilos, which] = [fieldCalled(form, 'Körpergewicht'), fieldCalled(form, 'Welche Seite?')];
    const foreign = fieldCalled((await anAskedCase()).form, 'Körpergewicht');
    const tried = (answers: object) => refused(save(conversation, { version: form.version, answers }));
    expect(await tried({ [kilos.id]: '301', [which.id]: kilos.id })).toEqual([
      422,
      [at(kilos, 'invalid'), at(which, 'selectOption')],
    ]);
    expect(await tried({ [foreign.id]: '70' })).toEqual([422, [at(foreign, 'unknownField')]]);
    expect((await pageOf(house, conversation, patient)).specialty_forms).toBeUndefined();
  });

  test('are kept when the form changes; an unsent case starts the new form with them', async () => {
    const { conversation, form, doctor } = await anAskedCase();
    const later = await newCase(house, { patient, doctor });
    const [kilos, which] = [fieldCalled(form, 'Körpergewicht'), fieldCalled(form, 'Welche Seite?')];
    const answers = { [kilos.id]: '72,5', [which.id]: which.choices[1]?.id ?? '' };
    await fill(conversation, form, answers);
    bodyOf(await send(house, conversation), 201);
    await fill(later, form, answers);
    const newer = bodyOf<SpecialtyForm>(
      await saveForm(doctor, [
        { ...kilos, label_de: 'Gewicht', max: '80' },
        { ...side, required: true, label_de: 'Seite' },
      ]),
    );
    const sent = await pageOf(house, conversation);
    expect(sent.specialty_forms).toMatchObject([{ version: form.version, fields: form.fields, answers }]);
    expect((await pageOf(house, conversation, patient)).offered_form).toMatchObject({ version: form.version, answers });
    const unsent = await pageOf(house, later, patient);
    expect(unsent.specialty_forms).toMatchObject([{ version: form.version, answers }]);
    expect(unsent.offered_form).toEqual({
      version: newer.version,
      fields: newer.fields,
      answers: { [kilos.id]: '72,5' },
    });
    expect((await preview(later)).missing).toContain('form_incomplete');
    const conflict = bodyOf<ProblemBody>(await save(later, { version: form.version, answers }), 409);
    expect(conflict).toMatchObject({ code: 'version_conflict', current: { offered_form: { version: newer.version } } });
  });

  test('are kept, but no longer required, once the doctor ends the form', async () => {
    const { conversation, form, doctor } = await anAskedCase();
    const which = fieldCalled(form, 'Welche Seite?');
    await fill(conversation, form, { [which.id]: which.choices[0]?.id ?? '' });
    expect((await preview(conversation)).missing).toContain('form_incomplete');
    bodyOf(await saveForm(doctor, []));
    const { missing, offered_form: offered } = await preview(conversation);
    expect(missing).not.toContain('form_incomplete');
    expect(offered).toMatchObject({ version: form.version, fields: [{ required: false }, { required: false }] });
    bodyOf(await send(house, conversation), 201);
    expect((await pageOf(house, conversation)).specialty_forms).toMatchObject([
      { version: form.version, fields: form.fields },
    ]);
  });

  test('are kept when a client that does not know them saves', async () => {
    const { conversation, form } = await anAskedCase();
    const kilos = fieldCalled(form, 'Körpergewicht');
    await fill(conversation, form, { [kilos.id]: '72' });
    const page = bodyOf<ProcessOverview>(await save(conversation, undefined, { diagnosis: 'Anders' }));
    expect(page.specialty_forms).toMatchObject([{ answers: { [kilos.id]: '72' } }]);
  });

  test('changed after sending are announced and marked, without their content', async () => {
    const { conversation, form } = await anAskedCase();
    const kilos = fieldCalled(form, 'Körpergewicht');
    await fill(conversation, form, { [kilos.id]: '72' });
    bodyOf(await send(house, conversation), 201);
    await fill(conversation, form, { [kilos.id]: '75' });
    await fill(conversation, form, { [kilos.id]: '76' });
    const page = await pageOf(house, conversation);
    expect(page.changed_forms).toMatchObject([
      { topic: 'specialty_form', before: '', forms_before: [{ answers: { [kilos.id]: '72' } }] },
    ]);
    expect(page.timeline.flatMap(({ topics }) => topics ?? [])).toEqual(['specialty_form', 'specialty_form']);
    await fill(conversation, form, { [kilos.id]: '72' });
    expect((await pageOf(house, conversation)).changed_forms).toEqual([]);
  });

  test("to a previously chosen doctor's form are not sent", async () => {
    const { conversation, form } = await anAskedCase();
    const next = await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen' });
    const kilos = fieldCalled(form, 'Körpergewicht');
    await fill(conversation, form, { [kilos.id]: '72' });
    bodyOf(await as(patient).put(`/api/process/${conversation.caseId}`, { doctor: next.accountId }));
    expect((await pageOf(house, conversation, patient)).specialty_forms).toBeUndefined();
    // They are kept, and so exported.
    expect(JSON.stringify(await exportedOf(patient))).toContain(`"answers":{"${kilos.id}":"72"}`);
    bodyOf(await as(patient).put(`/api/process/${conversation.caseId}`, { doctor: conversation.doctor.accountId }));
    expect((await pageOf(house, conversation, patient)).specialty_forms).toHaveLength(1);
    bodyOf(await as(patient).put(`/api/process/${conversation.caseId}`, { doctor: next.accountId }));
    bodyOf(await send(house, conversation), 201);
    expect((await pageOf(house, { ...conversation, doctor: next })).specialty_forms).toBeUndefined();
    expect((await pageOf(house, conversation, patient)).specialty_forms).toBeUndefined();
  });

  test("to a previously chosen doctor's form return when the first request is withdrawn", async () => {
    const { conversation, form } = await anAskedCase();
    const next = await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen' });
    const kilos = fieldCalled(form, 'Körpergewicht');
    const choose = (doctor: string) => as(patient).put(`/api/process/${conversation.caseId}`, { doctor });
    await fill(conversation, form, { [kilos.id]: '72' });
    bodyOf(await choose(next.accountId));
    bodyOf(await send(house, conversation), 201);
    const [request] = (await pageOf(house, conversation, patient)).requests;
    bodyOf(await as(patient).post(`/api/sendings/${request?.id ?? ''}/withdraw`, {}));
    expect((await pageOf(house, conversation, patient)).specialty_forms).toBeUndefined();
    bodyOf(await choose(conversation.doctor.accountId));
    expect((await pageOf(house, conversation, patient)).specialty_forms).toMatchObject([
      { answers: { [kilos.id]: '72' } },
    ]);
  });

  test('name fields and choices by ids in either case', async () => {
    const { conversation, form } = await anAskedCase();
    const [kilos, which] = [fieldCalled(form, 'Körpergewicht'), fieldCalled(form, 'Welche Seite?')];
    const left = which.choices[1]?.id ?? '';
    const page = await fill(conversation, form, {
      [kilos.id.toUpperCase()]: '72',
      [which.id.toUpperCase()]: left.toUpperCase(),
    });
    expect(page.specialty_forms).toMatchObject([{ answers: { [kilos.id]: '72', [which.id]: left } }]);
  });

  test('do not block a case whose doctor an older server erased without the form', async () => {
    const { conversation, doctor } = await anAskedCase();
    await house.owner.pool.query('delete from data_keys where owner_id = $1', [doctor.accountId]);
    house.kernel.vault.forget(doctor.accountId);
    const page = await pageOf(house, conversation, patient);
    expect(page.offered_form).toBeUndefined();
    expect((await preview(conversation)).missing).not.toContain('form_incomplete');
  });

  test('are encrypted with the case', async () => {
    const { conversation, form } = await anAskedCase([aNewField('Beruf')]);
    await fill(conversation, form, { [fieldCalled(form, 'Beruf').id]: 'Glasbläserin' });
    const rows = await house.kernel.db.select().from(cases);
    expect(JSON.stringify(rows.map(({ sealed, ...row }) => [row, sealed.toString()]))).not.toContain('Glasbläserin');
  });

  test('are in the letter, in FHIR, in the export and in the search', async () => {
    const { conversation, form, doctor } = await anAskedCase([weight, side, aNewField('Beruf')]);
    const [kilos, which, job] = [
      fieldCalled(form, 'Körpergewicht'),
      fieldCalled(form, 'Welche Seite?'),
      fieldCalled(form, 'Beruf'),
    ];
    await fill(conversation, form, {
      [kilos.id]: '72,5',
      [which.id]: which.choices[1]?.id ?? '',
      [job.id]: 'Glasbläserin',
    });
    bodyOf(await send(house, conversation), 201);
    const { id } = bodyOf<Answer>(await answer(house, conversation, 'question_to_patient'), 201);
    // The letter says what was answered when it was sent.
    await fill(conversation, form, { [kilos.id]: '99' });
    const { texts } = await readPdf((await answerLetter(house, doctor, id, '?language=en')).rawPayload);
    const words = texts.join(' ').replace(/\s+/g, ' ');
    expect(words).toContain('Additional details as given in the request (form: Dr. med. Jonas Weber)');
    expect(words).toMatch(/Body weight:? 72\.5 kg/);
    expect(words).toMatch(/Welche Seite\? \(German only\):? Links \(German only\)/);

    const fhir = async <T>(type: string) =>
      bodyOf<T>(
        await requestsAs(house.app, doctor).get(`/fhir/${type}/${conversation.caseId}`, undefined, {
          'accept-language': 'de',
        }),
      );
    const group = (items: readonly { linkId?: string; item?: unknown }[] = []) =>
      items.find(({ linkId }) => linkId === `form-${doctor.accountId}-${form.version}`)?.item;
    expect(group((await fhir<Questionnaire>('Questionnaire')).item)).toMatchObject([
      {
        linkId: kilos.id,
        type: 'decimal',
        required: true,
        extension: [{ valueDecimal: 2 }, { valueDecimal: 300 }, { valueCoding: { display: 'kg' } }],
      },
      { type: 'choice', answerOption: [{ valueCoding: { display: 'Rechts' } }, { valueCoding: { display: 'Links' } }] },
      { type: 'string', text: 'Beruf' },
    ]);
    expect(group((await fhir<QuestionnaireResponse>('QuestionnaireResponse')).item)).toEqual([
      { linkId: kilos.id, text: 'Körpergewicht', answer: [{ valueDecimal: 99 }] },
    ]);
    await indexTexts(house.kernel);
    const hits = bodyOf<SearchHit[]>(await as(doctor).get(`/api/search?q=${encodeURIComponent('Körpergewicht')}`));
    expect(hits).toMatchObject([
      {
        found: [
          { place: 'specialty_form', excerpt: { before: '', word: 'Körpergewicht', after: ' / Body weight: 99 kg' } },
        ],
      },
    ]);
    const inEnglish = bodyOf<SearchHit[]>(await as(doctor).get(`/api/search?q=${encodeURIComponent('Body weight')}`));
    expect(inEnglish).toMatchObject([{ found: [{ place: 'specialty_form' }] }]);
    const exported = JSON.stringify(await exportedOf(patient));
    expect(exported).toContain('"answers":{"' + kilos.id + '":"99"}');
    expect(exported).toContain('Glasbläserin');
  });

  test('are read by a colleague who is asked for a second look', async () => {
    const { conversation, form, doctor } = await anAskedCase();
    const kilos = fieldCalled(form, 'Körpergewicht');
    await fill(conversation, form, { [kilos.id]: '72' });
    bodyOf(await send(house, conversation), 201);
    const colleague = await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen' });
    const asked = bodyOf<{ id: string }>(
      await as(doctor).post(`/api/process/${conversation.caseId}/second-looks`, {
        colleague: colleague.accountId,
        question: 'Was meinst du?',
      }),
      201,
    );
    bodyOf(await as(patient).post(`/api/second-looks/${asked.id}/consent`, { agrees: true }));
    const seen = bodyOf<LookedAtCase>(await as(colleague).get(`/api/second-looks/${asked.id}`));
    expect(JSON.stringify(seen)).toContain(`"${kilos.id}":"72"`);
  });
});
