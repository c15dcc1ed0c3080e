import { setHolidayRegion } from '@konsil/contracts/practice-zone';
import { addWorkingDays, answerDueOn, dayOf, hourOf, isHoliday, movedDueDay, weekdayOf } from './working-days.ts';

test.each([
  ['2026-01-01', 'New Year'],
  ['2026-04-03', 'Good Friday'],
  ['2026-04-06', 'Easter Monday'],
  ['2026-05-01', 'Labour Day'],
  ['2026-05-14', 'Ascension Day'],
  ['2026-05-25', 'Whit Monday'],
  ['2026-10-03', 'German Unity Day'],
  ['2026-12-25', 'Christmas Day'],
  ['2026-12-26', 'Boxing Day'],
  ['2027-03-26', 'Good Friday 2027'],
  ['2027-03-29', 'Easter Monday 2027'],
  ['2028-04-14', 'Good Friday 2028'],
  ['2025-04-21', 'Easter Monday 2025'],
  ['2024-03-29', 'Good Friday 2024'],
  ['2049-04-19', 'Easter Monday 2049'],
  ['2038-04-26', 'Easter Monday 2038, the latest there is'],
])('%s is a holiday: %s', (day) => expect(isHoliday(day)).toBe(true));

test.each(['2026-12-24', '2026-12-31', '2026-06-04', '2026-11-01', '2026-04-05'])(
  '%s is not a holiday in all of Germany',
  (day) => expect(isHoliday(day)).toBe(false),
);

test.each([
  // Day sent, reply days, answer due.
  ['2026-11-23', 3, '2026-11-26'],
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-21', 1, '2026-11-23'],
  ['2026-11-22', 3, '2026-11-25'],
  ['2026-12-23', 1, '2026-12-24'],
  ['2026-12-24', 1, '2026-12-28'],
  ['2026-12-30', 2, '2027-01-04'],
  ['2026-04-02', 1, '2026-04-07'],
  ['2026-05-13', 1, '2026-05-15'],
  ['2026-11-23', 60, '2027-02-17'],
])('a request of %s with %i working days is answered by %s', (day, days, due) =>
  expect(addWorkingDays(day, days)).toBe(due),
);

test('uses the German day, also around midnight and in summer', () => {
  expect(dayOf(new Date('2026-11-22T22:59:59Z'))).toBe('2026-11-22');
  expect(dayOf(new Date('2026-11-22T23:00:00Z'))).toBe('2026-11-23');
  expect(dayOf(new Date('2026-07-01T22:00:00Z'))).toBe('2026-07-02');
  expect(answerDueOn(new Date('2026-11-22T23:30:00Z'), 1)).toBe('2026-11-24');
  expect(hourOf(new Date('2026-07-01T22:30:00Z'))).toBe(0);
  expect(weekdayOf('2026-11-22')).toBe(7);
});

describe('In a Land with additional holidays', () => {
  afterEach(() => setHolidayRegion('BUND'));

  test.each([
    ['BW', '2026-06-04', 'Corpus Christi'],
    ['BW', '2026-01-06', 'Epiphany'],
    ['BE', '2026-03-08', "International Women's Day"],
    ['SN', '2026-11-18', 'Day of Repentance'],
    ['TH', '2026-09-20', "Children's Day"],
    ['NW', '2026-11-01', "All Saints' Day"],
    ['SH', '2026-10-31', 'Reformation Day'],
  ] as const)('%s: %s is a holiday there only: %s', (land, day, _name) => {
    expect(isHoliday(day)).toBe(false);
    setHolidayRegion(land);
    expect(isHoliday(day)).toBe(true);
  });

  test('the promised day skips it', () => {
    expect(addWorkingDays('2026-06-03', 1)).toBe('2026-06-04');
    setHolidayRegion('BY');
    expect(addWorkingDays('2026-06-03', 1)).toBe('2026-06-05');
  });
});

const week = { from: '2026-12-07', to: '2026-12-11' };
test.each([
  // Promised day, today, moved to.
  ['2026-12-04', '2026-12-01', '2026-12-04', 'a day before the absence stays'],
  ['2026-12-07', '2026-12-01', '2026-12-14', 'its first day becomes the first after it'],
  ['2026-12-09', '2026-12-01', '2026-12-16', 'each missed working day follows after it'],
  ['2026-12-15', '2026-12-01', '2026-12-22', 'a day after it moves by all of them'],
  ['2026-12-08', '2026-12-09', '2026-12-08', 'a day that has passed stays'],
  ['2026-12-10', '2026-12-09', '2026-12-15', 'days before today have counted'],
])('a promised day %s, with an absence planned on %s, moves to %s: %s', (due, today, moved) => {
  expect(movedDueDay({ sentOn: '2026-11-30', due }, week, [], today)).toBe(moved);
});

test('a moved promised day never falls into another absence', () => {
  const next = { from: '2026-12-14', to: '2026-12-18' };
  expect(movedDueDay({ sentOn: '2026-12-01', due: '2026-12-08' }, week, [next], '2026-12-01')).toBe('2026-12-22');
});

test('an absence before another one moves the promised day by its own working days only', () => {
  const next = { from: '2026-12-14', to: '2026-12-18' };
  const promised = { sentOn: '2026-12-04', due: answerDueOn(new Date('2026-12-04T10:00:00Z'), 6, [next]) };
  const day = { from: '2026-12-08', to: '2026-12-08' };
  expect(promised.due).toBe('2026-12-21');
  expect(movedDueDay(promised, day, [next], '2026-12-04')).toBe('2026-12-22');
});

test('the day of the request never counts, before or after an absence is planned', () => {
  const promised = { sentOn: '2026-12-08', due: answerDueOn(new Date('2026-12-08T10:00:00Z'), 2) };
  expect(movedDueDay(promised, week, [], '2026-12-08')).toBe(answerDueOn(new Date('2026-12-08T10:00:00Z'), 2, [week]));
});
