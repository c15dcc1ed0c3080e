import { germanDay, germanMidnight } from './german-day.ts';

test.each([
  ['2026-01-15', '2026-01-14T23:00:00.000Z'], ['2026-07-15', '2026-07-14T22:00:00.000Z'],
  ['2026-03-29', '2026-03-28T23:00:00.000Z'], ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'], ['2026-10-26', '2026-10-25T23:00:00.000Z'],
])('the day %s begins in Germany at %s', (day, moment) => {
  expect(germanMidnight(day).toISOString()).toBe(moment);
  expect([germanDay(new Date(moment)), germanDay(new Date(Date.parse(moment) - 1))]).toEqual([day, expect.not.stringMatching(day)]);
});
