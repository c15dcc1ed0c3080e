import type { Problem } from '@konsil/server-platform/http/problems';
import { checkFormat, checkNames, countOf, dateCondition, idOf, wantsResource } from './parameters.ts';

const statusOf = (work: () => unknown): number | undefined => {
  try {
    work();
    return undefined;
  } catch (refused) {
    return (refused as Problem).details.fhir?.status;
  }
};

// The practice's days are German: 27 November begins at 23:00 UTC.
test.each([
  ['2026-11-27', '2026-11-26T23:30:00Z', true],
  ['2026-11-27', '2026-11-26T22:30:00Z', false],
  ['2026-11', '2026-11-30T12:00:00Z', true],
  ['2026', '2026-12-31T23:30:00Z', false],
  ['ne2026-11-27', '2026-11-28T12:00:00Z', true],
  ['gt2026-11-27', '2026-11-27T12:00:00Z', false],
  ['gt2026-11-27', '2026-11-28T12:00:00Z', true],
  ['ge2026-11-27', '2026-11-27T12:00:00Z', true],
  ['lt2026-11-27', '2026-11-27T12:00:00Z', false],
  ['le2026-11-27', '2026-11-27T12:00:00Z', true],
  ['sa2026-11-27', '2026-11-28T00:00:00Z', true],
  ['eb2026-11-27', '2026-11-26T12:00:00Z', true],
  ['gt2026-11-27T10:00:00Z', '2026-11-27T10:00:01Z', true],
  ['2026-11-27T11:00:00+01:00', '2026-11-27T10:00:00.500Z', true],
  ['2026-11-27', '2026-11-27', true],
  ['2026-11-27', undefined, false],
])('%s fits %s: %s', (given, value, fits) => expect(dateCondition('date', given)(value)).toBe(fits));

test('a resource must match all of several dates', () => {
  const during = dateCondition('date', ['ge2026-11-01', 'lt2026-12-01']);
  expect(['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map((day) => during(day))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test.each([
  '',
  'yesterday',
  '2026-02-30',
  '2026-02-30T10:00:00Z',
  '2026-13',
  'xx2026-11-27',
  '2026-11-27T10:00:00',
  '1e3',
  'ge',
])('the date "%s" is refused', (given) => expect(statusOf(() => dateCondition('date', given))).toBe(400));

test.each([
  [undefined, undefined, undefined],
  [undefined, 'application/fhir+json;fhirVersion=4.0', undefined],
  [undefined, 'text/html, */*;q=0.1', undefined],
  [undefined, 'application/fhir+xml', 406],
  [undefined, 'application/json;q=0, text/xml', 406],
  ['json', 'application/fhir+xml', undefined],
  ['application/fhir+json', undefined, undefined],
  ['xml', '*/*', 406],
])('_format %s and Accept %s: %s', (format, accept, status) =>
  expect(statusOf(() => checkFormat(format, accept))).toBe(status),
);

test('a file is returned as a resource only if JSON is requested', () => {
  expect(
    [undefined, '*/*', 'image/*', 'application/fhir+json', 'application/pdf, application/json'].map((accept) =>
      wantsResource(undefined, accept),
    ),
  ).toEqual([false, false, false, true, true]);
  expect(wantsResource('json', 'application/pdf')).toBe(true);
});

test.each([
  [{ patient: 'x' }, '', undefined],
  [{ color: 'red' }, '', undefined],
  [{ color: 'red' }, 'handling=strict', 400],
  [{ color: 'red' }, 'handling=lenient', undefined],
  [{ 'patient:missing': 'true' }, '', 400],
  [{ 'patient.name': 'x' }, '', 400],
])('%j with Prefer "%s": %s', (given, prefer, status) =>
  expect(statusOf(() => checkNames(given, new Set(['patient']), prefer))).toBe(status),
);

test('limits the page size, and accepts references in several forms', () => {
  expect([undefined, '0', '7', '5000'].map(countOf)).toEqual([20, 0, 7, 100]);
  expect(statusOf(() => countOf('-1'))).toBe(400);
  expect(
    ['1F', 'Patient/1f', 'https://x/fhir/Patient/1f'].map((given) => idOf(given, 'Patient', 'https://x/fhir')),
  ).toEqual(['1f', '1f', '1f']);
});
