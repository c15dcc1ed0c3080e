import {
  practiceDay,
  practiceHour,
  practiceMidnight,
  practiceMoment,
  setPracticeZone,
  usualZone,
} from './practice-time.ts';

afterEach(() => setPracticeZone(usualZone));

test.each([
  ['2026-01-15', '2026-01-14T23:00:00.000Z'],
  ['2026-07-15', '2026-07-14T22:00:00.000Z'],
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
])('the day %s at a practice in Germany begins at %s', (day, moment) => {
  expect(practiceMidnight(day).toISOString()).toBe(moment);
  expect([practiceDay(new Date(moment)), practiceDay(new Date(Date.parse(moment) - 1))]).toEqual([
    day,
    expect.not.stringMatching(day),
  ]);
});

test.each([
  ['2026-12-01T09:00', '2026-12-01T08:00:00.000Z'],
  ['2026-07-01T09:00', '2026-07-01T07:00:00.000Z'],
  // Clocks go forward from 02:00 to 03:00, and back from 03:00 to 02:00.
  ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
])('%s local time at the practice is %s', (local, moment) => expect(practiceMoment(local)?.toISOString()).toBe(moment));

test.each(['2026-03-29T02:30', '', 'tomorrow'])(
  "returns null for %p, which the practice's clock never shows",
  (local) => expect(practiceMoment(local)).toBeNull(),
);

test('another zone shifts the days', () => {
  const moment = new Date('2026-12-01T03:00:00Z');
  expect([practiceDay(moment), practiceHour(moment)]).toEqual(['2026-12-01', 4]);
  setPracticeZone('America/New_York');
  expect([practiceDay(moment), practiceHour(moment), practiceMoment('2026-12-01T09:00')?.toISOString()]).toEqual([
    '2026-11-30',
    22,
    '2026-12-01T14:00:00.000Z',
  ]);
});

test('a day without a midnight begins when clocks go forward', () => {
  setPracticeZone('America/Sao_Paulo');
  expect(practiceMoment('2018-11-04T00:00')).toBeNull();
  expect(practiceMidnight('2018-11-04').toISOString()).toBe('2018-11-04T03:00:00.000Z');
});
