import { fillSnippet, partsOf } from './fill-snippet';

const patient = { id: '', first_name: 'Miriam', last_name: 'Adler', gender: 'F' as const, date_of_birth: '1979-03-14' };

test("fills a snippet with the patient's data", () => {
  const filled = fillSnippet('Guten Tag, Frau {{last_name}}, geboren {{ date_of_birth }}, {{unknown}}', patient, 'de');
  expect(filled).toBe('Guten Tag, Frau Adler, geboren 14.03.1979, {{unknown}}');
});

test('today is the day at the practice, also around midnight', () => {
  expect(fillSnippet('{{today}}', patient, 'de', new Date('2026-11-20T23:05:00Z'))).toBe('21.11.2026');
  expect(fillSnippet('{{today}}', patient, 'de', new Date('2026-11-21T22:55:00Z'))).toBe('21.11.2026');
});

test('separates placeholders from the surrounding text', () => {
  expect(partsOf('Guten Tag, {{last_name}}, geboren {{ date_of_birth }}.')).toEqual([
    'Guten Tag, ',
    '{{last_name}}',
    ', geboren ',
    '{{ date_of_birth }}',
    '.',
  ]);
});
