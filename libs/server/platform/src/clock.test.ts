import { iso } from './clock.ts';

test.each([
  '2026-11-22T08:15:00.123Z',
  '2024-02-29T23:59:59.009Z',
  '2000-01-01T00:00:00.000Z',
  '1969-12-31T09:05:07.090Z',
])('formats %s for the API', (moment) => {
  expect(iso(new Date(moment))).toBe(moment);
});

test('an invalid date is an error, not a text', () => {
  expect(() => iso(new Date(Number.NaN))).toThrow(RangeError);
});

test.each([-1, 9, 99, 999, 10_000])('formats the year %d like toISOString', (year) => {
  const moment = new Date(0);
  moment.setUTCFullYear(year);
  expect(iso(moment)).toBe(moment.toISOString());
});
