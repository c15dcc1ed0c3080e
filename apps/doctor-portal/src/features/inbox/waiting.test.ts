import { formatWaitingTime } from './waiting';

const now = new Date('2026-11-23T10:00:00'); // A Monday.

test.each([
  ['2026-11-23T09:45:00', '15 mins'],
  ['2026-11-23T05:00:00', '5 hrs'],
  ['2026-11-20T17:00:00', '1 day'],
  ['2026-11-18T17:00:00', '3 days'],
])('waiting since %s is shown as %s: weekends do not count', (since, words) =>
  expect(formatWaitingTime(since, 'en', now).replace(/\u00a0/g, ' ')).toBe(words),
);

test('on a weekend a case from Friday has waited a day, not 29 hours', () =>
  expect(formatWaitingTime('2026-11-20T17:00:00', 'en', new Date('2026-11-21T22:00:00')).replace(/\u00a0/g, ' ')).toBe(
    '1 day',
  ));

test('public holidays do not count as waiting time', () =>
  expect(formatWaitingTime('2026-12-23T17:00:00', 'en', new Date('2026-12-28T10:00:00')).replace(/\u00a0/g, ' ')).toBe(
    '2 days',
  ));
