import { join } from 'node:path';
import type { GivenCode } from '@konsil/contracts/medical-codes';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { TakeAway } from '@konsil/contracts/take-away';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { importCodes } from '@konsil/server-doctors/codes/import-codes';
import { dayMs, later } from '@konsil/server-platform/clock';
import { waitUntil } from '@konsil/server-testing/until';
import type { Bundle, Composition, CompositionSection, FhirResource } from 'fhir/r4';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, bodyOf, newCase, sentCase, type Conversation } from '../support/cases.ts';
import { ipsFaults, isMissing } from '../support/check-ips.ts';
import { ipsProfiles, ipsSections } from '../support/ips-profiles.ts';
import { password, requestsAs } from '../support/people.ts';
import { unzip } from '../support/unzip.ts';
import { faultsOf } from '../support/valid-r4.ts';

let house: TestApp;
/** A case of which nothing is known, and a person of whom everything is. */
let bare: Bundle;
let full: Bundle;

const summaryOf = async ({ patient }: Conversation, path: string): Promise<Bundle> => {
  const mine = requestsAs(house.app, patient);
  const order = { kind: 'archive', language: 'en', current_password: password };
  const { id } = bodyOf<TakeAway>(await mine.post(`${path}/take-away`, order), 202);
  let made: TakeAway | undefined;
  await waitUntil(async () => {
    made = bodyOf<TakeAway>(await mine.get(`/account/take-away/${id}`));
    return made.state !== 'making';
  });
  const { rawPayload } = await house.app.inject({ url: new URL(made?.Filelocation ?? '').pathname });
  return JSON.parse(String((await unzip(rawPayload)).get('ips.json'))) as Bundle;
};

beforeAll(async () => {
  house = await testApp();
  const first = await newCase(house);
  bare = await summaryOf(first, `/api/process/${first.caseId}`);

  const version = dayOf(later(new Date(), 9 * dayMs)).slice(0, 4);
  for (const system of ['icd10gm', 'ops'] as const) {
    const file = join(__dirname, `../../../../libs/server/doctors/fixtures/${system}2026syst_kodes.txt`);
    await importCodes(house.kernel.db, file, { system, version, now: house.clock.now() });
  }
  const second = await sentCase(house);
  const mine = requestsAs(house.app, second.patient);
  const { version: of, ...forms } = bodyOf<ProcessOverview>(await mine.get(`/api/processoverview/${second.caseId}`));
  const health = {
    medication: 'ASS 100 <morgens>',
    allergies: 'Penicillin',
    operations: 'Blinddarm',
    previous_illnesses: 'Masern & Mumps',
  };
  bodyOf(
    await mine.post(`/api/generalprocessforms/${second.caseId}`, {
      version: of,
      diagnosis: forms.diagnosis,
      medical_history: forms.medical_history,
      questions: forms.questions.map(({ id, text }) => ({ id, text })),
      anamnesis: { ...forms.anamnesis, ...health, medication: 'L-Thyroxin 50' },
    }),
  );
  bodyOf(await mine.put(`/api/patients/${second.patientId}/health`, { version: 0, ...health }));
  const codes: GivenCode[] = [
    { system: 'icd10gm', version, code: 'E04.1', certainty: 'Z', side: 'L' },
    { system: 'ops', version, code: '5-061.0', certainty: null, side: null },
    { system: 'icd10gm', version, code: 'C73', certainty: 'A', side: null },
  ];
  bodyOf(await answer(house, second, 'question_to_patient', { codes }), 201);
  full = await summaryOf(second, `/api/patients/${second.patientId}`);
});

const copyOf = (bundle: Bundle): Bundle => structuredClone(bundle);
const compositionOf = (bundle: Bundle): Composition => bundle.entry?.[0]?.resource as Composition;
const sectionOf = (bundle: Bundle, code: string): CompositionSection | undefined =>
  compositionOf(bundle).section?.find((section) => section.code?.coding?.[0]?.code === code);
const resourceOf = (bundle: Bundle, type: string): FhirResource & Record<string, unknown> => {
  const found = bundle.entry?.find(({ resource }) => resource?.resourceType === type)?.resource;
  if (!found) throw new Error(`There is no ${type}.`);
  return found as FhirResource & Record<string, unknown>;
};
/** Removes an element at its first place; of `[x]` every type and the reason for none. */
const without = (from: Record<string, unknown>, path: string): void => {
  const [name = '', ...rest] = path.split('.');
  if (rest.length > 0) {
    const value = from[name];
    without((Array.isArray(value) ? value[0] : value) as Record<string, unknown>, rest.join('.'));
    return;
  }
  const stem = name.replace('[x]', '');
  for (const key of Object.keys(from))
    if (name.endsWith('[x]') ? new RegExp(`^_?${stem}[A-Z]`).test(key) : key === name) delete from[key];
};

test.each(['bare', 'full'] as const)('a %s summary is valid R4 and has what the IPS demands', (kind) => {
  const bundle = kind === 'bare' ? bare : full;
  expect(ipsFaults(bundle)).toEqual([]);
  expect(faultsOf(bundle)).toEqual([]);
});

test('the summaries cover each resource type of the documented table', () => {
  const types = new Set<string>(full.entry?.map(({ resource }) => resource?.resourceType ?? ''));
  expect(Object.keys(ipsProfiles).filter((type) => !types.has(type))).toEqual([]);
});

test('a summary states what is unknown, and quotes what is known', () => {
  const codesOf = (bundle: Bundle) =>
    bundle.entry?.flatMap(({ resource }) =>
      [...JSON.stringify(resource).matchAll(/"code":"(no-[a-z-]+)"/g)].map(([, code]) => code),
    );
  expect(codesOf(bare)).toEqual(['no-medication-info', 'no-allergy-info']);
  // Words that may deny an allergy stay beside the code.
  expect(codesOf(full)).toEqual(['no-allergy-info']);
  const told: Record<string, string[]> = {
    '10160-0': ['ASS 100 &lt;morgens&gt;', 'L-Thyroxin 50'],
    '48765-2': ['Penicillin'],
    '11450-4': ['Knoten rechts, 23 mm', 'E04.1'],
    '47519-4': ['Blinddarm', '5-061.0'],
    '11348-0': ['Masern &amp; Mumps'],
  };
  for (const [code, words] of Object.entries(told))
    for (const word of words) expect(sectionOf(full, code)?.text?.div).toContain(word);
  expect(sectionOf(bare, '11348-0')).toBeUndefined();
  expect(JSON.stringify(full)).not.toContain('"C73"');
});

test('narrative text that adds information is distinguishable from empty narrative', () => {
  const statuses = (bundle: Bundle) =>
    Object.fromEntries(
      ['10160-0', '48765-2', '11450-4', '11348-0'].map((code) => [code, sectionOf(bundle, code)?.text?.status]),
    );
  expect(statuses(bare)).toMatchObject({ '10160-0': 'empty', '48765-2': 'empty', '11450-4': 'generated' });
  expect(statuses(full)).toEqual({
    '10160-0': 'generated',
    '48765-2': 'additional',
    '11450-4': 'generated',
    '11348-0': 'additional',
  });
});

test('fills in the known details of the person', () => {
  for (const [type, { filledIfKnown = [] }] of Object.entries(ipsProfiles))
    for (const path of filledIfKnown)
      expect([type, path, isMissing(resourceOf(full, type), path)]).toEqual([type, path, false]);
});

const requiredElements = Object.entries(ipsProfiles).flatMap(([type, { required }]) =>
  required.map((path): [string, string] => [type, path]),
);
test.each(requiredElements)('the check finds a %s without its %s', (type, path) => {
  const copy = copyOf(full);
  without(resourceOf(copy, type), path);
  expect(ipsFaults(copy)).toContain(`${type}.${path} is missing`);
});

const boundElements = Object.entries(ipsProfiles).flatMap(([type, { bound = {} }]) =>
  Object.keys(bound).map((path): [string, string] => [type, path]),
);
test.each(boundElements)('the check finds a %s whose %s has a foreign code', (type, path) => {
  const copy = copyOf(full);
  const resource = resourceOf(copy, type);
  const foreign = { coding: [{ system: 'http://example.org', code: 'foreign' }] };
  const [name = '', nested] = path.split('.');
  if (nested) resource[name] = foreign;
  else if (name === 'category') resource[name] = [foreign];
  else resource[name] = ['clinicalStatus', 'verificationStatus'].includes(name) ? foreign : 'foreign';
  expect(ipsFaults(copy)).toContain(`${type}.${path} has no code of its value set`);
});

const breaks: Record<string, [change: (copy: Bundle) => void, fault: string]> = {
  'no identifier': [(copy) => delete copy.identifier, 'Bundle.identifier.system is missing'],
  'no timestamp': [(copy) => delete copy.timestamp, 'Bundle.timestamp is missing'],
  'another type': [(copy) => (copy.type = 'collection'), 'Bundle.type is not document'],
  'an entry without an address': [(copy) => delete copy.entry?.[3]?.fullUrl, 'Bundle.entry.fullUrl is missing'],
  'an address twice': [
    (copy) => Object.assign(copy.entry?.[3] ?? {}, { fullUrl: copy.entry?.[2]?.fullUrl }),
    'Bundle.entry.fullUrl is there twice (bdl-7)',
  ],
  'another first entry': [(copy) => copy.entry?.reverse(), 'The first entry is no Composition (bdl-11)'],
  'a second composition': [
    (copy) => copy.entry?.push({ fullUrl: 'urn:x', resource: compositionOf(copy) }),
    'There is not one Composition (bdl-ips-1)',
  ],
  'a section without a title': [(copy) => delete sectionOf(copy, '48765-2')?.title, 'Section 48765-2 has no title'],
  'a section without words': [
    (copy) => delete sectionOf(copy, '11348-0')?.text,
    'Composition.section.text.div is missing',
  ],
  'a section of another code': [
    (copy) => Object.assign(sectionOf(copy, '11348-0')?.code?.coding?.[0] ?? {}, { code: '1-8' }),
    'Section 1-8 is none of the profile',
  ],
  'a section twice': [
    (copy) => compositionOf(copy).section?.push(sectionOf(copy, '47519-4') as CompositionSection),
    'Section 47519-4 is there twice',
  ],
  'entries of another type': [
    (copy) => Object.assign(sectionOf(copy, '47519-4') ?? {}, { entry: sectionOf(copy, '11450-4')?.entry }),
    'Section 47519-4 has a Condition',
  ],
  'an entry that is missing': [
    (copy) => sectionOf(copy, '11450-4')?.entry?.push({ reference: 'Condition/gone' }),
    'Section 11450-4 refers to Condition/gone, which is missing',
  ],
  'the code of another section for nothing': [
    (copy) =>
      Object.assign(resourceOf(copy, 'AllergyIntolerance'), {
        code: {
          coding: [{ system: 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips', code: 'no-problem-info' }],
        },
      }),
    'Section 48765-2 says no-problem-info',
  ],
  'a code of an unknown system': [
    (copy) =>
      Object.assign(resourceOf(copy, 'Procedure'), { code: { coding: [{ system: 'http://example.org', code: '1' }] } }),
    'Procedure.code has a code of http://example.org',
  ],
  'a person without a name': [
    (copy) => Object.assign(resourceOf(copy, 'Patient'), { name: [{ use: 'official' }] }),
    'Patient.name has neither family, given nor text (ips-pat-1)',
  ],
  'an element that the table calls unknown': [
    (copy) => Object.assign(resourceOf(copy, 'Patient'), { identifier: [{ value: '1' }] }),
    'Patient.identifier is listed as never known',
  ],
};
test.each(Object.keys(breaks))('the check finds %s', (name) => {
  const copy = copyOf(full);
  const [change, fault] = breaks[name] ?? [];
  change?.(copy);
  expect(ipsFaults(copy)).toContain(fault);
});

test.each(Object.keys(ipsSections).filter((code) => ipsSections[code]?.min === 1))(
  'the check finds a silent gap in section %s',
  (code) => {
    const empty = copyOf(full);
    delete sectionOf(empty, code)?.entry;
    expect(ipsFaults(empty)).toContain(`Section ${code} has neither entries nor a reason (ips-comp-1)`);
    const gone = copyOf(full);
    const composition = compositionOf(gone);
    composition.section = composition.section?.filter((section) => section !== sectionOf(gone, code));
    expect(ipsFaults(gone)).toContain(`Section ${code} is missing`);
  },
);
