import { join } from 'node:path';
import { fhirReadTypes, fhirSearchTypes, type FhirSearchType } from '@konsil/contracts/fhir';
import { askedUnknown } from '@konsil/contracts/fhir-absent';
import { practiceDay } from '@konsil/contracts/practice-time';
import { importCodes } from '@konsil/server-doctors/codes/import-codes';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { Client as FhirClient } from 'fhir-kit-client';
import type {
  AllergyIntolerance,
  Bundle,
  CapabilityStatement,
  DiagnosticReport,
  DocumentReference,
  FhirResource,
  MedicationStatement,
  Patient,
} from 'fhir/r4';
import { auditRecords, cases } from '@konsil/server-domain/schema';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { aPhotoWithPosition } from '@konsil/server-documents/testing/samples';
import { freePort } from '@konsil/server-testing/free-port';
import { waitUntil } from '@konsil/server-testing/until';
import { waitForPreviews } from './support/stored-keys.ts';
import { testApp, type TestApp } from './support/app.ts';
import { addLetter, answerFinally, bodyOf, newCase, send } from './support/cases.ts';
import { aConversation, type FullConversation } from './support/conversation.ts';
import { requestsAs, signUpPatient, type Person } from './support/people.ts';
import { details, uploadOne } from './support/upload.ts';
import { faultsOf, r4Faults } from './support/valid-r4.ts';

const year = practiceDay(new Date()).slice(0, 4);
let house: TestApp;
let origin: string;
let ours: FullConversation;
let photo: string;
let images: string;
beforeAll(async () => {
  origin = `http://127.0.0.1:${await freePort()}`;
  house = await testApp({ PUBLIC_API_ORIGIN: origin });
  await house.app.listen({ port: Number(new URL(origin).port), host: '127.0.0.1' });
  ours = await aConversation(house);
  const { patient, doctor, ids } = ours;
  const conversation = { patient, doctor, patientId: ids.patient, caseId: ids.case };
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/generalprocessforms/${ids.case}`, {
      diagnosis: 'Knoten <rechts>, 23 mm',
      medical_history: 'Seit März bekannt.',
      questions: [{ text: 'Muss operiert werden?' }, { text: 'Wie schnell?' }],
      anamnesis: {
        medication: 'L-Thyroxin 75 µg',
        allergies: 'keine',
        previous_illnesses: '',
        operations: '',
        family_history: '',
        lifestyle: '',
        medication_list: {
          medicines: [
            {
              heading: '',
              ingredients: [{ name: 'Ramipril', strength: '5 mg' }],
              trade_name: 'Ramipril Muster',
              pzn: '01234562',
              form: 'Tabletten',
              times: { morning: '1', noon: '0', evening: '½', night: '' },
              dose: '',
              unit: 'Stück',
              hint: 'vor dem Essen',
              reason: 'Bluthochdruck',
            },
            {
              heading: 'Bedarfsmedikation',
              ingredients: [{ name: 'Metamizol', strength: '500 mg/ml' }],
              trade_name: '',
              pzn: '',
              form: 'Tropfen',
              times: null,
              dose: 'max. 4-mal 30',
              unit: 'Tropfen',
              hint: '',
              reason: '',
            },
          ],
          notes: [],
          sources: [{ printed_on: '2026-11-03', author: 'Dr. Jana Beispiel' }],
          edited: false,
        },
      },
    }),
  );
  const add = async (name: string, bytes: Buffer, told = {}) => {
    const { documentId } = await uploadOne(house.app, patient, ids.case, name, bytes);
    bodyOf(await requestsAs(house.app, patient).post(`/api/metadata/${documentId}`, details(told)));
    return documentId;
  };
  photo = await add('foto.jpg', await aPhotoWithPosition(), { date_unknown: true });
  images = await add('ct.dcm', await fixture('CT_small.dcm'));
  bodyOf(await send(house, conversation), 201);
  for (const system of ['icd10gm', 'ops'] as const)
    await importCodes(
      house.kernel.db,
      join(__dirname, `../../../libs/server/doctors/fixtures/${system}2026syst_kodes.txt`),
      {
        system,
        version: year,
        now: house.clock.now(),
      },
    );
  await answerFinally(house, conversation, {
    codes: [
      { system: 'icd10gm', version: year, code: 'E04.1', certainty: 'Z', side: 'R' },
      { system: 'ops', version: year, code: '5-061.0', certainty: null, side: null },
      { system: 'icd10gm', version: year, code: 'C73', certainty: 'A', side: null },
    ],
  });
  await requestsAs(house.app, patient).post(`/api/messages/${ids.case}`, { subject: 'Danke', message: 'Das hilft.' });
  // The size of the photo as it is delivered is known with its preview.
  await waitForPreviews(house);
});

const client = (person?: Person, language = 'en') =>
  new FhirClient({
    baseUrl: `${origin}/fhir`,
    customHeaders: { 'accept-language': language },
    ...(person ? { bearerToken: person.token } : {}),
  });
const get = (person: Person | undefined, path: string, headers: Record<string, string> = {}) =>
  house.app.inject({
    method: 'GET',
    url: `/fhir/${path}`,
    headers: {
      host: new URL(origin).host,
      ...(person ? { authorization: `Bearer ${person.token}` } : {}),
      ...headers,
    },
  });
const bundleOf = async (person: Person, path: string): Promise<Bundle> => bodyOf<Bundle>(await get(person, path));
const resourcesOf = (bundle: Bundle, mode = 'match'): FhirResource[] =>
  (bundle.entry ?? []).flatMap(({ resource, search }) => (resource && search?.mode === mode ? [resource] : []));
const queryFor = (type: FhirSearchType) =>
  ['Patient', 'Practitioner', 'PractitionerRole'].includes(type) ? '' : `?patient=${ours.ids.patient}`;

test('the validator reports a missing, an unknown and a wrongly coded element', () => {
  const right = { resourceType: 'Condition', subject: { reference: 'Patient/1' } };
  expect(r4Faults(right)).toEqual([]);
  expect(r4Faults({ resourceType: 'Condition' })).not.toEqual([]);
  expect(r4Faults({ ...right, color: 'red' })).not.toEqual([]);
  expect(r4Faults({ resourceType: 'Patient', gender: 'F' })).not.toEqual([]);
});

describe.each(['patient', 'doctor'] as const)('For the %s', (role) => {
  test.each(fhirSearchTypes)('every %s is valid R4, and read alone it is the same', async (type) => {
    const bundle = await bundleOf(ours[role], `${type}${queryFor(type)}`);
    expect(faultsOf(bundle)).toEqual([]);
    const found = resourcesOf(bundle);
    const isPatients = role === 'doctor' && ['Consent', 'AuditEvent'].includes(type);
    expect(found.length > 0).toBe(!isPatients);
    for (const resource of found) {
      expect(faultsOf(resource)).toEqual([]);
      if (!(fhirReadTypes as readonly string[]).includes(type)) continue;
      const alone = await get(ours[role], `${type}/${resource.id}`);
      expect(bodyOf(alone)).toEqual(resource);
      expect(alone.headers).toMatchObject({
        'content-type': 'application/fhir+json; charset=utf-8',
        etag: `W/"${resource.meta?.versionId}"`,
        'cache-control': 'no-store',
      });
      const again = await get(ours[role], `${type}/${resource.id}`, { 'if-none-match': String(alone.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });
});

test('an independent client reads the capabilities, searches, follows pages and reads', async () => {
  const anyone = client();
  const statement = (await anyone.capabilityStatement()) as unknown as CapabilityStatement;
  expect(faultsOf(statement)).toEqual([]);
  expect(statement.fhirVersion).toBe('4.0.1');
  const types = statement.rest?.[0]?.resource?.map(({ type }) => type) ?? [];
  expect(types).toEqual(expect.arrayContaining([...fhirReadTypes, 'Binary', ...fhirSearchTypes]));
  const doctor = client(ours.doctor);
  let page = (await doctor.search({
    resourceType: 'DocumentReference',
    searchParams: { patient: ours.ids.patient, _count: 1 },
  })) as unknown as Bundle | undefined;
  const seen: string[] = [];
  while (page) {
    seen.push(...resourcesOf(page).map(({ id }) => String(id)));
    expect(page.total).toBe(3);
    page = (await doctor.nextPage({ bundle: page as never })) as unknown as Bundle | undefined;
  }
  expect(new Set(seen)).toEqual(new Set([ours.ids.document, photo, images]));
  const patient = (await doctor.read({ resourceType: 'Patient', id: ours.ids.patient })) as Patient;
  expect(patient).toMatchObject({
    name: [{ family: 'Möller', given: ['Petra'] }],
    gender: 'female',
    birthDate: '1968-04-21',
  });
});

test.each(fhirSearchTypes)('an independent client finds each %s and reads it by its id', async (resourceType) => {
  const patient = client(ours.patient);
  const asked: Record<string, string> = queryFor(resourceType) === '' ? {} : { patient: ours.ids.patient };
  let page = (await patient.search({ resourceType, searchParams: { _count: 5, ...asked } })) as unknown as
    | Bundle
    | undefined;
  const found: FhirResource[] = [];
  while (page) {
    found.push(...resourcesOf(page));
    page = (await patient.nextPage({ bundle: page as never })) as unknown as Bundle | undefined;
  }
  expect(found.length).toBeGreaterThan(0);
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  if (!(fhirReadTypes as readonly string[]).includes(resourceType)) return;
  for (const resource of found) expect(await patient.read({ resourceType, id: String(resource.id) })).toEqual(resource);
});

test('the pages of all cases contain archived ones last, each once', async () => {
  const doctor = client(ours.doctor);
  const others = [await newCase(house, ours), await newCase(house, ours)];
  for (const other of others) {
    await addLetter(house, other);
    bodyOf(await send(house, other), 201);
  }
  bodyOf(await requestsAs(house.app, ours.doctor).post(`/api/process/${others[1]?.caseId}/archive`, {}));
  const seen: string[] = [];
  let page = (await doctor.search({ resourceType: 'ServiceRequest', searchParams: { _count: 1 } })) as unknown as
    | Bundle
    | undefined;
  while (page) {
    seen.push(...resourcesOf(page).map(({ id }) => String(id)));
    page = (await doctor.nextPage({ bundle: page as never })) as unknown as Bundle | undefined;
  }
  expect(seen.at(-1)).toBe(others[1]?.caseId);
  expect([...seen].sort()).toEqual([ours.ids.case, ...others.map(({ caseId }) => caseId)].sort());
});

test('_count=0 returns the number, and opens nothing', async () => {
  const theCase = await newCase(house, ours);
  await addLetter(house, theCase);
  bodyOf(await send(house, theCase), 201);
  for (const type of ['ServiceRequest', 'Patient']) {
    let all = 0;
    for (let path: string | undefined = `${type}?_count=100`; path; ) {
      const page: Bundle = await bundleOf(ours.doctor, path);
      all += resourcesOf(page).length;
      path = page.link?.find(({ relation }) => relation === 'next')?.url.split('/fhir/')[1];
    }
    const before = await house.kernel.db.$count(auditRecords);
    const counted = await bundleOf(ours.doctor, `${type}?_count=0`);
    expect([counted.total, counted.entry, await house.kernel.db.$count(auditRecords)]).toEqual([
      all,
      undefined,
      before,
    ]);
  }
  for (const path of [
    'ServiceRequest?status=active&_count=0',
    `AuditEvent?patient=${ours.ids.patient}&date=2026&_count=0`,
  ])
    expect((await get(ours.patient, path)).json()).toMatchObject({ issue: [{ code: 'too-costly' }] });
  const accesses = await bundleOf(ours.patient, `AuditEvent?patient=${ours.ids.patient}&_count=0`);
  expect(accesses.total).toBeGreaterThan(0);
});

test('the access log is read page by page, newest first, without gaps', async () => {
  const patient = client(ours.patient);
  const seen: string[] = [];
  const search = { patient: ours.ids.patient, _count: 7, date: 'lt2999' };
  let page = (await patient.search({ resourceType: 'AuditEvent', searchParams: search })) as unknown as
    | Bundle
    | undefined;
  while (page) {
    seen.push(...resourcesOf(page).map(({ id }) => String(id)));
    page = (await patient.nextPage({ bundle: page as never })) as unknown as Bundle | undefined;
  }
  const numbers = seen.map((id) => Number(id.split('.')[1]));
  expect(numbers.length).toBeGreaterThan(14);
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  expect(numbers.at(-1)).toBe(1);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('returns a request, its answer and the form in full', async () => {
  const [request] = resourcesOf(await bundleOf(ours.doctor, `ServiceRequest?_id=${ours.ids.case}`));
  expect(request).toMatchObject({
    status: 'completed',
    code: { text: 'Knoten in der Schilddrüse' },
    reasonCode: [{ text: 'Knoten <rechts>, 23 mm' }],
    performer: [{ reference: `Practitioner/${ours.doctor.accountId}`, display: 'Dr. med. Jonas Weber' }],
  });
  const reports = resourcesOf(await bundleOf(ours.patient, `DiagnosticReport?patient=${ours.ids.patient}`));
  const kinds = reports.map(
    (report) => `${(report as DiagnosticReport).code.text}: ${(report as DiagnosticReport).status}`,
  );
  expect(kinds.sort()).toEqual(['Abschließende Antwort: final', 'Rückfrage: preliminary']);
  const form = bodyOf<object>(
    await get(ours.doctor, `QuestionnaireResponse/${ours.ids.case}`, { 'accept-language': 'en' }),
  );
  expect(form).toMatchObject({ status: 'completed' });
  expect(JSON.stringify(form)).toContain('"text":"Allergies","answer":[{"valueString":"keine"}]');
});

test('each code of an answer is a resource with version, certainty and side', async () => {
  const { patient } = ours.ids;
  const all = async (type: FhirSearchType) => resourcesOf(await bundleOf(ours.doctor, `${type}?patient=${patient}`));
  const [report] = (await all('DiagnosticReport')).filter((one) => 'conclusionCode' in one) as DiagnosticReport[];
  const nodule = {
    extension: [
      {
        url: 'http://fhir.de/StructureDefinition/icd-10-gm-diagnosesicherheit',
        valueCoding: { system: 'https://fhir.kbv.de/CodeSystem/KBV_CS_SFHIR_ICD_DIAGNOSESICHERHEIT', code: 'Z' },
      },
      {
        url: 'http://fhir.de/StructureDefinition/seitenlokalisation',
        valueCoding: { system: 'https://fhir.kbv.de/CodeSystem/KBV_CS_SFHIR_ICD_SEITENLOKALISATION', code: 'R' },
      },
    ],
    system: 'http://fhir.de/CodeSystem/bfarm/icd-10-gm',
    version: year,
    code: 'E04.1',
    display: 'Nichttoxischer solitärer Schilddrüsenknoten',
  };
  // The excluded diagnosis is no conclusion.
  expect(report?.conclusionCode).toMatchObject([
    { coding: [nodule], text: 'Nichttoxischer solitärer Schilddrüsenknoten, Zustand danach, rechts' },
  ]);
  expect(report?.conclusionCode).toHaveLength(1);
  expect((await all('Condition')).filter(({ id }) => id?.includes('.'))).toMatchObject([
    {
      id: `${report?.id}.1`,
      code: { coding: [nodule] },
      clinicalStatus: { coding: [{ code: 'resolved' }] },
      asserter: { display: 'Dr. med. Jonas Weber' },
    },
    { id: `${report?.id}.3`, verificationStatus: { coding: [{ code: 'refuted' }] } },
  ]);
  expect(await all('Procedure')).toMatchObject([
    {
      id: `${report?.id}.2`,
      status: 'unknown',
      code: { coding: [{ system: 'http://fhir.de/CodeSystem/bfarm/ops', version: year, code: '5-061.0' }] },
    },
  ]);
  for (const missing of [
    `Condition/${report?.id}.2`,
    `Condition/${report?.id}.4`,
    `Procedure/${report?.id}.1`,
    `Procedure/${report?.id}`,
  ])
    expect([missing, (await get(ours.doctor, missing)).statusCode]).toEqual([missing, 404]);
});

test('displays follow the language, and each language has its own version', async () => {
  const inLanguage = async (language: string) =>
    bodyOf<{ type: { text: string }; meta: { versionId: string } }>(
      await get(ours.doctor, `DocumentReference/${ours.ids.document}`, { 'accept-language': language }),
    );
  const [german, english] = [await inLanguage('de'), await inLanguage('en')];
  expect([german.type.text, english.type.text]).toEqual(['Arztbrief', 'Doctor’s letter']);
  expect(german.meta.versionId).not.toBe(english.meta.versionId);
});

test('parameters narrow a search, and _include adds each referenced resource once', async () => {
  const { patient } = ours.ids;
  const count = async (query: string) => resourcesOf(await bundleOf(ours.patient, query)).length;
  expect(await count(`Communication?patient=${patient}`)).toBe(2);
  expect(await count(`Communication?patient=Patient/${patient}&sent=ge2020-01-01&sent=lt2021`)).toBe(0);
  expect(await count(`Communication?patient=${patient}&_lastUpdated=gt2020-01-01T00:00:00Z`)).toBe(2);
  expect(await count(`Task?patient=${patient}&status=requested,completed`)).toBeGreaterThan(0);
  expect(await count(`Task?patient=${patient}&status=rejected`)).toBe(0);
  const diagnoses = await count(`Condition?patient=${patient}`);
  expect(diagnoses).toBeGreaterThan(0);
  expect(await count(`Condition?patient=${patient}&recorded-date=ge2020-01-01`)).toBe(diagnoses);
  expect(await count(`Condition?patient=${patient}&recorded-date=lt2020-01-01`)).toBe(0);
  expect(await count(`AllergyIntolerance?patient=${patient}&date=lt2020-01-01`)).toBe(0);
  expect(await count(`ServiceRequest?patient=${patient}&_count=0`)).toBe(0);
  const bundle = await bundleOf(
    ours.patient,
    `DiagnosticReport?patient=${patient}&_include=DiagnosticReport:patient&_include=DiagnosticReport:based-on`,
  );
  expect(faultsOf(bundle)).toEqual([]);
  expect(resourcesOf(bundle, 'include').map(({ resourceType, id }) => [resourceType, id])).toEqual([
    ['Patient', patient],
    ['ServiceRequest', ours.ids.case],
  ]);
});

test('_include adds references of the named type only, and reports an unknown one on request', async () => {
  const path = (include: string) => `DiagnosticReport?patient=${ours.ids.patient}&_include=${include}`;
  const added = async (include: string) =>
    resourcesOf(await bundleOf(ours.patient, path(include)), 'include').map(({ resourceType }) => resourceType);
  expect(await added('DiagnosticReport:based-on:ServiceRequest')).toEqual(['ServiceRequest']);
  for (const none of ['DiagnosticReport:based-on:CarePlan', 'DiagnosticReport:result', 'Task:patient', '*', '']) {
    expect(await added(none)).toEqual([]);
    if (none.endsWith('CarePlan')) continue;
    const told = await get(ours.patient, path(none), { prefer: 'handling=strict' });
    expect([told.statusCode, told.json<{ resourceType: string }>().resourceType]).toEqual([400, 'OperationOutcome']);
  }
});

test('a client that has any version of a resource gets it again only on request', async () => {
  const path = `ServiceRequest/${ours.ids.case}`;
  const tag = String((await get(ours.patient, path)).headers.etag);
  for (const [known, status] of [
    ['*', 304],
    [`"other", ${tag.replace('W/', '')}`, 304],
    ['W/"other"', 200],
    ['other', 200],
  ] as const)
    expect([known, (await get(ours.patient, path, { 'if-none-match': known })).statusCode]).toEqual([known, status]);
});

test('sends a file as it is or as a resource, and photos without their location', async () => {
  await waitUntil(async () => (await get(ours.doctor, `Binary/${photo}`)).statusCode === 200);
  const asIs = await get(ours.doctor, `Binary/${photo}`);
  expect(asIs.headers['content-type']).toBe('image/jpeg');
  expect((await sharp(asIs.rawPayload).metadata()).exif).toBeUndefined();
  const binary = bodyOf<{ data: string; contentType: string }>(
    await get(ours.doctor, `Binary/${photo}`, { accept: 'application/fhir+json' }),
  );
  expect(faultsOf(binary)).toEqual([]);
  expect(Buffer.from(binary.data, 'base64').equals(asIs.rawPayload)).toBe(true);
  const [reference] = resourcesOf(await bundleOf(ours.doctor, `DocumentReference?_id=${photo}`));
  expect(reference).toMatchObject({ content: [{ attachment: { size: asIs.rawPayload.length } }] });
});

test('a document has the date of its issue, or says that its uploader does not know it', async () => {
  const attachmentOf = async (id: string) => {
    const [reference] = resourcesOf(await bundleOf(ours.doctor, `DocumentReference?_id=${id}`));
    return (reference as DocumentReference | undefined)?.content[0]?.attachment;
  };
  expect((await attachmentOf(ours.ids.document))?.creation).toBe('2026-09-14');
  const undated = await attachmentOf(photo);
  expect(undated?.creation).toBeUndefined();
  expect(undated?._creation).toEqual(askedUnknown);
  expect(askedUnknown.extension[0]?.valueCode).toBe('asked-unknown');
});

test('refusals are OperationOutcomes in the language of the caller', async () => {
  const refusals: [
    person: Person | undefined,
    path: string,
    headers: Record<string, string>,
    status: number,
    code: string,
  ][] = [
    [undefined, 'Patient', {}, 401, 'login'],
    [ours.doctor, 'Patient/x', {}, 404, 'not-found'],
    [ours.doctor, 'Nothing', {}, 404, 'not-found'],
    [ours.doctor, 'Communication', {}, 400, 'required'],
    [ours.doctor, `Task?patient=${ours.ids.patient}&authored-on=yesterday`, {}, 400, 'value'],
    [ours.doctor, `Task?patient=${ours.ids.patient}&patient:missing=true`, {}, 400, 'not-supported'],
    [ours.doctor, 'Patient?color=red', { prefer: 'handling=strict' }, 400, 'not-supported'],
    [ours.doctor, 'Patient?_count=x', {}, 400, 'value'],
    [ours.doctor, 'Patient?_cursor=0.forged', {}, 400, 'invalid'],
    [ours.doctor, 'Patient', { accept: 'application/fhir+xml' }, 406, 'not-supported'],
    [ours.doctor, 'Patient?_format=xml', {}, 406, 'not-supported'],
  ];
  for (const [person, path, headers, status, code] of refusals) {
    const answer = await get(person, path, { 'accept-language': 'de', ...headers });
    expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([
      path,
      status,
      'application/fhir+json; charset=utf-8',
    ]);
    const outcome = answer.json<{ issue: { code: string; details: { text: string } }[] }>();
    expect([path, outcome.issue[0]?.code]).toEqual([path, code]);
    expect(faultsOf(outcome)).toEqual([]);
  }
  const wrong = await house.app.inject({ method: 'DELETE', url: `/fhir/Patient/${ours.ids.patient}` });
  expect([wrong.statusCode, wrong.json().resourceType]).toEqual([405, 'OperationOutcome']);
  expect((await get(ours.doctor, 'Patient?color=red')).statusCode).toBe(200);
  expect((await get(undefined, 'Patient')).headers['www-authenticate']).toBe('Bearer');
});

test('a doctor finds neither unsent cases nor those with a withdrawn consent', async () => {
  const patient = await signUpPatient(house);
  const drafted = await newCase(house, { patient, doctor: ours.doctor });
  const letter = await addLetter(house, drafted);
  const found = async () => {
    const bundles = await Promise.all(
      fhirSearchTypes.flatMap((type) =>
        [
          `${type}?patient=${drafted.patientId}`,
          `${type}?_id=${drafted.caseId},${letter},${drafted.patientId}&patient=${drafted.patientId}`,
        ].map((path) => get(ours.doctor, path)),
      ),
    );
    return bundles.filter(({ body }) => {
      const { entry = [] } = JSON.parse(body) as { entry?: unknown[] };
      return [drafted.caseId, letter, drafted.patientId].some((id) => JSON.stringify(entry).includes(id));
    }).length;
  };
  expect(await found()).toBe(0);
  bodyOf(await send(house, drafted), 201);
  expect(await found()).toBeGreaterThan(10);
  await house.kernel.db.update(cases).set({ sharedAt: null }).where(eq(cases.id, drafted.caseId));
  expect(await found()).toBe(0);
});

test('the access log has the results of a search, case by case, and refusals', async () => {
  const { db } = house.kernel;
  const records = (action: string, result: 'allowed' | 'denied', actorId: string) =>
    db.$count(
      auditRecords,
      and(
        eq(auditRecords.chain, ours.ids.patient),
        eq(auditRecords.action, action),
        eq(auditRecords.result, result),
        eq(auditRecords.actorId, actorId),
      ),
    );
  const before = await records('case.read', 'allowed', ours.doctor.accountId);
  await bundleOf(ours.doctor, `Condition?patient=${ours.ids.patient}`);
  expect(await records('case.read', 'allowed', ours.doctor.accountId)).toBeGreaterThan(before);
  const stranger = await signUpPatient(house);
  await bundleOf(stranger, `Condition?patient=${ours.ids.patient}`);
  await get(stranger, `Condition/${ours.ids.case}`);
  expect(await records('patient.read', 'denied', stranger.accountId)).toBe(1);
  expect(await records('case.read', 'denied', stranger.accountId)).toBe(1);
});

test('a request that was read by FHIR can no longer be withdrawn', async () => {
  const asked = await newCase(house, ours);
  await addLetter(house, asked);
  const { id } = bodyOf<{ id: string }>(await send(house, asked), 201);
  await bundleOf(ours.doctor, `ServiceRequest?patient=${ours.ids.patient}`);
  expect((await requestsAs(house.app, ours.patient).post(`/api/sendings/${id}/withdraw`, {})).statusCode).toBe(409);
});

test('returns the medication as text and line by line, with numbers, doses and times', async () => {
  const bundle = await bundleOf(ours.doctor, `MedicationStatement?patient=${ours.ids.patient}`);
  const statements = resourcesOf(bundle) as MedicationStatement[];
  const of = (id: string) => statements.find((one) => one.id === `${ours.ids.case}${id}`);
  expect(statements).toHaveLength(3);
  expect(of('')).toMatchObject({ status: 'unknown', medicationCodeableConcept: { text: 'L-Thyroxin 75 µg' } });
  const told = { text: '1-0-½-0 Stück', patientInstruction: 'vor dem Essen' };
  const daily = { frequency: 1, period: 1, periodUnit: 'd' };
  expect(of('.1')).toMatchObject({
    status: 'active',
    medicationCodeableConcept: {
      coding: [{ system: 'http://fhir.de/CodeSystem/ifa/pzn', code: '01234562' }],
      text: 'Ramipril 5 mg (Ramipril Muster)',
    },
    reasonCode: [{ text: 'Bluthochdruck' }],
    dosage: [
      {
        ...told,
        sequence: 1,
        timing: { repeat: { ...daily, when: ['MORN'] } },
        doseAndRate: [{ doseQuantity: { value: 1, unit: 'Stück' } }],
      },
      {
        ...told,
        sequence: 2,
        timing: { repeat: { ...daily, when: ['EVE'] } },
        doseAndRate: [{ doseQuantity: { value: 0.5, unit: 'Stück' } }],
      },
    ],
  });
  expect(of('.2')?.dosage).toEqual([{ text: 'max. 4-mal 30 Tropfen', asNeededBoolean: true }]);
  const none = await get(ours.doctor, `MedicationStatement/${ours.ids.case}.3`);
  expect(none.statusCode).toBe(404);
});

test('returns allergies as one unconfirmed statement, or none if the text is empty', async () => {
  const statements = async (theCase: { patientId: string; caseId: string }, language = 'en') =>
    (
      resourcesOf(
        bodyOf<Bundle>(
          await get(
            ours.doctor,
            `AllergyIntolerance?patient=${theCase.patientId}&_include=AllergyIntolerance:patient`,
            {
              'accept-language': language,
            },
          ),
        ),
      ) as AllergyIntolerance[]
    ).filter(({ id }) => id === theCase.caseId);
  const own = { patientId: ours.ids.patient, caseId: ours.ids.case };
  const [english] = await statements(own);
  expect(english).toMatchObject({
    clinicalStatus: { coding: [{ code: 'active' }] },
    verificationStatus: { coding: [{ code: 'unconfirmed' }] },
    criticality: 'unable-to-assess',
    code: { text: 'keine' },
    note: [{ text: 'As the patient states it. It may also mean that no allergy is known.' }],
  });
  expect(english?.code).not.toHaveProperty('coding');
  const [german] = await statements(own, 'de');
  expect(german?.note?.[0]?.text).toMatch(/^Eigene Angabe/);
  const silent = await newCase(house, ours);
  await addLetter(house, silent);
  bodyOf(await send(house, silent), 201);
  expect(await statements(silent)).toEqual([]);
  expect((await get(ours.doctor, `AllergyIntolerance/${silent.caseId}`)).statusCode).toBe(404);
});
