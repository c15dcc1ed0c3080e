import { isDaytime, nextMorning, startOfDay } from './mornings.ts';

test.each([
  ['2026-11-23T10:15:00Z', '2026-11-24T06:00:00.000Z'],
  ['2026-11-23T05:59:00Z', '2026-11-23T06:00:00.000Z'],
  ['2026-11-23T06:00:00Z', '2026-11-24T06:00:00.000Z'],
  ['2026-07-01T20:00:00Z', '2026-07-02T05:00:00.000Z'],
  ['2026-03-28T20:00:00Z', '2026-03-29T05:00:00.000Z'],
])('after %s the next morning starts at %s', (now, expected) =>
  expect(nextMorning(new Date(now)).toISOString()).toBe(expected),
);

test.each([
  ['2026-11-23T10:15:00Z', '2026-11-22T23:00:00.000Z'],
  ['2026-11-22T23:00:00Z', '2026-11-22T23:00:00.000Z'],
  ['2026-03-29T12:00:00Z', '2026-03-28T23:00:00.000Z'],
])('the day of %s started at %s', (now, expected) => expect(startOfDay(new Date(now)).toISOString()).toBe(expected));

test('reminders are sent from seven in the morning to nine in the evening', () => {
  expect(isDaytime(new Date('2026-11-23T05:59:00Z'))).toBe(false);
  expect(isDaytime(new Date('2026-11-23T06:00:00Z'))).toBe(true);
  expect(isDaytime(new Date('2026-11-23T20:00:00Z'))).toBe(false);
});
