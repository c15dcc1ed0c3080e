import {
  dayOf,
  daysBetween,
  formatAge,
  formatDay,
  formatDayLong,
  formatList,
  formatMoment,
  formatMomentShort,
  formatRelativeDay,
  formatSize,
  formatPracticeMoment,
  formatTime,
  formatMomentWithin,
  formatZone,
  isElsewhere,
} from './format.ts';

const at = (hours: number, minutes: number, day = 24) => new Date(2026, 10, day, hours, minutes).toISOString();
const today = '2026-11-24';

test('formats days by language, with non-breaking spaces', () => {
  expect(formatDay('1979-03-04', 'de')).toBe('04.03.1979');
  expect(formatDay('1979-03-04', 'en')).toBe('4\u00a0Mar\u00a01979');
  expect(formatDayLong('2026-11-24', 'de', today)).toBe('Dienstag, 24.\u00a0November');
  expect(formatDayLong('2026-11-24', 'en', today)).toBe('Tuesday 24\u00a0November');
  expect(formatDayLong('2025-12-31', 'de', today)).toBe('Mittwoch, 31.\u00a0Dezember\u00a02025');
});

test('a calendar day is the same in every time zone', () => {
  for (const day of ['2026-01-01', '2026-03-29', '2026-10-25', '2026-12-31'])
    expect(formatDay(day, 'de')).toBe(day.split('-').reverse().join('.'));
});

test('names today, yesterday and tomorrow', () => {
  expect(formatMoment(at(14, 32), 'de', today)).toBe('Heute, 14:32\u00a0Uhr');
  expect(formatMoment(at(9, 5, 23), 'en', today)).toBe('Yesterday, 09:05');
  expect(formatMoment(at(9, 5, 20), 'de', today)).toBe('Freitag, 20.\u00a0November, 09:05\u00a0Uhr');
  expect(formatTime(at(0, 0), 'en')).toBe('00:00');
});

test('a time in a list is as short as its day allows', () => {
  expect(formatMomentShort(at(14, 32), 'de', today)).toBe('14:32\u00a0Uhr');
  expect(formatMomentShort(at(23, 59, 23), 'de', today)).toBe('Gestern');
  expect(formatMomentShort(at(0, 5, 20), 'en', today)).toBe('20\u00a0November');
  expect(formatMomentShort(new Date(2025, 11, 31, 12).toISOString(), 'de', today)).toBe('31.\u00a0Dezember\u00a02025');
});

test('a time just before midnight belongs to its own day', () => {
  expect(dayOf(at(23, 59))).toBe('2026-11-24');
  expect(formatMoment(at(23, 59, 23), 'de', today)).toMatch(/^Gestern/);
});

test('counts days across daylight saving changes', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(formatRelativeDay('2026-11-27', 'de', today)).toBe('in\u00a03\u00a0Tagen');
  expect(formatRelativeDay('2026-11-24', 'en', today)).toBe('today');
  expect(formatRelativeDay('2026-11-22', 'en', today)).toBe('2\u00a0days\u00a0ago');
});

test.each([
  [200, '1\u00a0kB'],
  [840 * 1024, '840\u00a0kB'],
  [2_550_000, '2,4\u00a0MB'],
  [16_777_216, '16\u00a0MB'],
])('%d bytes read as %s', (bytes, words) => expect(formatSize(bytes, 'de')).toBe(words));

test('formats age in years, for the youngest in months and days', () => {
  expect(formatAge('1979-11-25', 'de', today)).toBe('46\u00a0Jahre');
  expect(formatAge('1979-11-24', 'en', today)).toBe('47\u00a0years');
  expect(formatAge('2025-09-30', 'de', today)).toBe('13\u00a0Monate');
  expect(formatAge('2026-11-14', 'en', today)).toBe('10\u00a0days');
});

test('joins lists by language', () => expect(formatList(['A', 'B', 'C'], 'de')).toBe('A, B und C'));

test('"today" is capitalised only at the start', () => {
  const [moment, today] = ['2026-11-24T13:32:00.000Z', '2026-11-24'];
  expect(formatMoment(moment, 'de', today)).toMatch(/^Heute, /);
  expect(formatMomentWithin(moment, 'de', today)).toMatch(/^heute, /);
  expect(formatMomentWithin(moment, 'en', today)).toMatch(/^today, /);
  expect(formatMomentWithin(moment, 'de', '2026-12-24')).toMatch(/^Dienstag, /);
});

describe('A time at the practice', () => {
  const appointment = '2026-12-01T08:00:00.000Z';
  const [newYork, tokyo, berlin] = ['America/New_York', 'Asia/Tokyo', 'Europe/Berlin'];

  test("is shown in the practice's zone, wherever it is read", () => {
    for (const elsewhere of [true, false])
      expect(formatPracticeMoment(appointment, 'de', elsewhere, '2026-11-20')).toBe(
        'Dienstag, 1.\u00a0Dezember, 09:00\u00a0Uhr',
      );
    expect(formatPracticeMoment(appointment, 'en', true, '2026-11-20')).toBe('Tuesday 1\u00a0December, 09:00');
  });

  test('is called "today" only for readers in the same zone', () => {
    expect(formatPracticeMoment(appointment, 'de', false, '2026-12-01')).toBe('Heute, 09:00\u00a0Uhr');
    expect(formatPracticeMoment(appointment, 'de', true, '2026-12-01')).toBe(
      'Dienstag, 1.\u00a0Dezember, 09:00\u00a0Uhr',
    );
  });

  test('names its zone, which differs in summer', () => {
    expect([formatZone(appointment, 'de'), formatZone(appointment, 'en')]).toEqual([
      'Mitteleuropäische Normalzeit',
      'Central European Standard Time',
    ]);
    expect([formatZone('2026-07-01T08:00:00.000Z', 'de', 'short'), formatZone(appointment, 'de', 'short')]).toEqual([
      'MESZ',
      'MEZ',
    ]);
  });

  test('counts as elsewhere if the local clock differs at that time', () => {
    expect([newYork, tokyo, berlin, 'Europe/Paris'].map((zone) => isElsewhere(appointment, zone))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    // Between the two changes of daylight saving, London and New York differ by an hour less, but never not at all.
    expect([
      isElsewhere('2026-10-26T12:00:00.000Z', newYork),
      isElsewhere('2026-10-25T00:30:00.000Z', 'Africa/Cairo'),
    ]).toEqual([true, true]);
  });
});
