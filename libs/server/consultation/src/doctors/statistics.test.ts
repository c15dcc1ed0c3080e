import { countedWeeks, weeksOf } from './statistics.ts';

const at = (day: string) => new Date(`${day}T09:00:00Z`);
// A Thursday.
const today = '2026-11-26';
const answer = (sent: string, answered: string, option: 'final_answer' | 'question_to_patient' = 'final_answer') => ({
  sentAt: at(sent),
  answeredAt: at(answered),
  option,
  first: true,
});

test('covers twelve weeks from Monday, the current one last', () => {
  const weeks = countedWeeks(today);
  expect([weeks.length, weeks[0], weeks[11]]).toEqual([12, '2026-09-07', '2026-11-23']);
});

test('gives the working days of the median and the ninth decile of first answers', () => {
  // Ten answers on Thursday: nine after 1 to 3 working days, one after 9.
  const sent = [25, 25, 25, 25, 24, 24, 24, 23, 23, 13];
  const week = weeksOf(
    [],
    sent.map((day) => answer(`2026-11-${day}`, today)),
    today,
  ).at(-1);
  expect(week).toMatchObject({ answered: 10, measured: 10, half_days: 2, most_days: 3 });
});

test('an answer on the same day took zero working days; weekends do not count', () => {
  const [before, week] = weeksOf(
    [],
    [answer('2026-11-20', '2026-11-20'), answer('2026-11-20', '2026-11-23')],
    today,
  ).slice(-2);
  expect([before?.half_days, week?.half_days]).toEqual([0, 1]);
});

test('a second answer to a request counts by kind, but not for the reply time', () => {
  const second = { ...answer('2026-11-02', today, 'question_to_patient'), first: false };
  const week = weeksOf([at('2026-11-24'), at('2026-11-16')], [second, answer('2026-11-24', today)], today).at(-1);
  expect(week).toMatchObject({ received: 1, answered: 2, measured: 1, half_days: 2, most_days: 2 });
  expect(week?.options).toMatchObject({ question_to_patient: 1, final_answer: 1, schedule_appointment: 0 });
});

test('a week without answers has no reply times', () => {
  expect(weeksOf([], [], today)[0]).toMatchObject({ answered: 0, half_days: null, most_days: null });
});

test("weeks are in the practice's time zone, also at midnight", () => {
  // 00:30 on Monday in Berlin is Sunday in UTC.
  const night = { ...answer('2026-11-20', today), answeredAt: new Date('2026-11-22T23:30:00Z') };
  expect(weeksOf([], [night], today).at(-1)?.answered).toBe(1);
});
