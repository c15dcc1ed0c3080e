import * as z from 'zod/mini';
import type { RouteContract } from './route.ts';
import { codeOf, labelOf, medicalKindLabels, sourceKindLabels } from './codes.ts';
import { documentedRoutes, routes } from './routes.ts';
import { userDataSchema, wirePhone } from './accounts.ts';
import { newCaseSchema } from './cases.ts';
import { daySchema, pastDaySchema } from './common.ts';
import { metadataFormSchema } from './documents.ts';

// docs/specification.md section 7, word for word, to compare with the contracts.
const specTable = `
POST /account/api/signup
POST /account/api/login
POST /account/api/logout
GET /account/isloggedin
POST /account/userdata/post
POST /account/phonenumber
POST /account/otp
GET /account/dashboarddata
GET /api/processoverview/{id}
POST /api/process
GET /api/doctors
POST /api/generalprocessforms/{id}
GET /api/patientsoverview
GET /api/aufgabenoverview/{id}
POST /api/aufgaben/{id}
PUT /api/aufgaben/{id}
GET /api/messagesoverview/{id}
POST /api/messages/{id}
PUT /api/messages/{id}
POST /api/individualdocument/post/{id}
POST /api/metadata/{documentId}
GET /api/individualdocument/get/{id}
DELETE /api/individualdocument/get/{id}
POST /api/individualdocument/restore/{id}
POST /api/epikrise/{id}
GET /api/epikrise/{id}
POST /api/buttonaufgabe/doctor/{id}/{answerValue}/{titleValue}
POST /api/buttonaufgabe/patient/{id}`
  .trim()
  .split('\n')
  .sort();

test('the documented routes are the 28 calls of the specification', () => {
  const ours = documentedRoutes.map(([, { method, path }]) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort();
  expect(ours).toEqual(specTable);
});

test('no two routes share method and path', () => {
  const addresses = Object.values(routes).map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

/** Collects every id schema within a schema. */
const idsIn = (schema: z.core.$ZodType): z.core.$ZodType[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return Object.values(def.shape).flatMap(idsIn);
  if (def.type === 'array') return idsIn(def.element);
  if (def.type === 'optional' || def.type === 'nullable') return idsIn(def.innerType);
  return def.type === 'string' && 'format' in def && def.format === 'uuid' ? [schema] : [];
};

test('an id in upper case is normalised', () => {
  const id = '7D0F2C1A-3B4E-4F5A-8B6C-9D0E1F2A3B4C';
  const given = Object.values(routes)
    .flatMap(({ params, query, body }: RouteContract) => [params, query, body])
    .flatMap((schema) => (schema ? idsIn(schema) : []));
  expect(given.length).toBeGreaterThan(30);
  for (const schema of given) expect(z.parse(schema, id)).toBe(id.toLowerCase());
});

test.each([
  ['0171 1234567', '+491711234567'],
  ['+43 660 1234567', '+436601234567'],
  ['0049 171 1234567', '+491711234567'],
  ['491711234567', '+491711234567'],
  ['+49 (0)171 / 1234567', '+491711234567'],
  ['0049(0)171 1234567', '+491711234567'],
  ['(0)171 1234567', '+491711234567'],
  ['1234', ''],
])('the mobile number typed as %s is sent as "%s"', (typed, sent) => expect(wirePhone(typed)).toBe(sent));

test('a document kind is sent as its label and converted back to its code', () => {
  expect(labelOf(medicalKindLabels, 'histology')).toBe('Tissue report (histology)');
  expect(labelOf(medicalKindLabels, 'other', ' Allergy pass ')).toBe('Other: Allergy pass');
  expect(codeOf(medicalKindLabels, 'Other: Allergy pass')).toEqual({ code: 'other', freeText: 'Allergy pass' });
  expect(codeOf(medicalKindLabels, 'Other examination: EEG')).toEqual({ code: 'other_test', freeText: 'EEG' });
  expect(codeOf(sourceKindLabels, 'Kitchen')).toBeNull();
});

test('an empty case names every missing field', () => {
  const result = newCaseSchema.safeParse({
    case_name: ' ',
    patient: '',
    doctor: '',
    diagnosis: '',
    medical_history: '',
  });
  expect(result.error?.issues.map((issue) => issue.message).sort()).toEqual([
    'caseNameMissing',
    'diagnosisMissing',
    'doctorMissing',
    'medicalHistoryMissing',
    'patientMissing',
  ]);
});

test('a postcode has up to five digits and a birth date is not in the future', () => {
  const person = {
    first_name: 'A',
    last_name: 'B',
    gender: 'F',
    date_of_birth: '2999-01-01',
    street: 'S',
    house_number: '1',
    zipcode: '123456',
    city: 'C',
    Handynummer: '+491711234567',
  };
  const result = userDataSchema.safeParse(person);
  expect(result.error?.issues.map((issue) => issue.message).sort()).toEqual(['dateInFuture', 'zipcodeRule']);
});

test.each([
  ['', 'deadlineMissing'],
  [undefined, 'deadlineMissing'],
  ['3.4.51', 'dateYearShort'],
  ['3. April 51', 'dateYearShort'],
  ['030451', 'dateYearShort'],
  ['3.11.', 'dateInvalid'],
  ['31.2.1979', 'dateInvalid'],
  ['2026-02-30', 'dateInvalid'],
  ['gestern', 'dateInvalid'],
  [7, 'dateInvalid'],
])('reports which part the date input %j lacks', (typed, message) =>
  expect(daySchema('deadlineMissing').safeParse(typed).error?.issues).toMatchObject([{ message }]),
);

test('a day counts as past as soon as it has begun in Germany', () => {
  jest.useFakeTimers({ now: new Date('2026-07-01T22:30:00Z') });
  expect(pastDaySchema('dateOfBirthMissing').safeParse('2026-07-02').success).toBe(true);
  expect(pastDaySchema('dateOfBirthMissing').safeParse('2026-07-03').success).toBe(false);
  jest.useRealTimers();
});

test.each(['0000-01-01', '1066-10-14', '1899-12-31'])('a life date is not %s: 1066 is a mistyped 1966', (day) => {
  expect(pastDaySchema('dateOfBirthMissing').safeParse(day).error?.issues).toMatchObject([{ message: 'dateTooEarly' }]);
  expect(pastDaySchema('dateOfBirthMissing').safeParse('1900-01-01').success).toBe(true);
});

// Safari and others format a locale's days differently: en-CA as 11/23/2026.
test("past dates do not depend on the browser's date format", () => {
  const ownWay = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format') as PropertyDescriptor;
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', { configurable: true, get: () => () => '11/23/2026' });
  const { success } = pastDaySchema('dateOfBirthMissing').safeParse('1979-03-14');
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', ownWay);
  expect(success).toBe(true);
});

test('"other" needs a free text', () => {
  const result = metadataFormSchema.safeParse({
    medical_kind_code: 'other',
    kind_other: '',
    issue_date: '2026-01-01',
    source_kind_code: 'other',
    source_other: '',
    source_name: 'Dr. Keil',
  });
  expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual(['kind_other', 'source_other']);
});
