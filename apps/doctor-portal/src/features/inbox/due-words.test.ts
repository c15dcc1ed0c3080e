import { setPracticeZone, usualZone } from '@konsil/contracts/practice-zone';
import { dayOf, practiceToday } from '@konsil/i18n';
import { isOverdue } from '@konsil/todos';
import { urgencyOf } from './due-words.ts';
import { formatWaitingTime } from './waiting.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  setPracticeZone(usualZone);
});

// The tests run in one time zone, so the practice moves: it is where the reader would be seen from there.
describe('For a reader in another time zone, the day of the practice decides', () => {
  test.each([
    // The reader's next day has begun, in New York it is the evening before.
    ['2026-12-02T02:00:00Z', 'America/New_York', '2026-12-01', '2026-12-02'],
    // Afternoon for the reader, in Tokyo the next day has begun.
    ['2026-12-01T16:00:00Z', 'Asia/Tokyo', '2026-12-02', '2026-12-01'],
    ['2026-12-01T16:00:00Z', usualZone, '2026-12-01', '2026-12-01'],
  ])('at %s, practice in %s: it is %s, on their clock %s', (moment, zone, today, own) => {
    jest.setSystemTime(new Date(moment));
    setPracticeZone(zone);
    expect([practiceToday(), dayOf(new Date())]).toEqual([today, own]);
    const days = ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03'];
    const expected = days.map((day) => (day < today ? 'late' : day === today ? 'today' : 'later'));
    expect(days.map((day) => urgencyOf(day))).toEqual(expected);
    const todos = days.map((deadline) => isOverdue({ deadline, completed_at: null }));
    expect(todos).toEqual(expected.map((urgency) => urgency === 'late'));
    const waiting = formatWaitingTime('2026-12-01T14:30:00Z', 'en').replace(/\s/g, ' ');
    expect(waiting).toBe({ 'America/New_York': '11 hrs', 'Asia/Tokyo': '1 day' }[zone] ?? '1 hr');
  });
});
