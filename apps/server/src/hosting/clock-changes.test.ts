import { practiceDay, practiceHour, practiceMoment, setPracticeZone, usualZone } from '@konsil/contracts/practice-time';
import { knownOffset } from '@konsil/contracts/practice-zone';
import { clockChanges } from './clock-changes.ts';

afterEach(() => setPracticeZone(usualZone));

const now = new Date('2026-11-30T12:00:00Z');

test('lists the changes of the clock around a time, to the minute', () => {
  const listed = clockChanges(now).map(([from, ahead]) => [new Date(from * 1000).toISOString().slice(0, 16), ahead]);
  expect(listed.slice(1, -1)).toEqual([
    ['2025-03-30T01:00', 120],
    ['2025-10-26T01:00', 60],
    ['2026-03-29T01:00', 120],
    ['2026-10-25T01:00', 60],
    ['2027-03-28T01:00', 120],
    ['2027-10-31T01:00', 60],
    ['2028-03-26T01:00', 120],
    ['2028-10-29T01:00', 60],
  ]);
});

test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Africa/Casablanca', 'UTC'])(
  'the listed changes give the same days, hours and moments as the tables of %s',
  (zone) => {
    setPracticeZone(zone);
    const changes = clockChanges(now);
    // Every seventh hour of five years: also before the first and after the last listed one.
    const moments = Array.from({ length: 6_000 }, (_, step) => new Date(Date.UTC(2024, 5, 1) + step * 7 * 3_600_000));
    const read = () =>
      moments.map((moment) => [
        practiceDay(moment),
        practiceHour(moment),
        practiceMoment(`${practiceDay(moment)}T02:30`)?.getTime(),
      ]);
    const fromTables = read();
    setPracticeZone(zone, changes);
    expect(read()).toEqual(fromTables);
    expect([knownOffset(Date.UTC(2024, 5, 1)), knownOffset(Date.UTC(2029, 5, 1))]).toEqual([undefined, undefined]);
    expect(knownOffset(now.getTime())).toBeDefined();
  },
);
