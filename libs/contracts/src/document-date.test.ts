import { documentDate, isDateUnknown } from './document-date.ts';

const words = { day: (day: string) => `on ${day}`, unknown: 'unknown' };

test.each([
  ['a known date', { medical_kind_code: 'letter', issue_date: '2026-11-03' }, 'on 2026-11-03', false],
  ['an unknown date', { medical_kind_code: 'letter', issue_date: null }, 'unknown', true],
  ['no details yet', { medical_kind_code: null, issue_date: null }, '', false],
])('%s is distinguished from the others', (_name, document, shown, unknown) => {
  expect([documentDate(document, words), isDateUnknown(document)]).toEqual([shown, unknown]);
});
