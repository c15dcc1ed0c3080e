import { fewestMeasured, measureReplies } from './reply-times.ts';
import type { TimedRequest } from './reply-times.ts';

// 2 November 2026 is a Monday.
const sent = (answeredOn: number | null, dueOn = 9): TimedRequest => ({
  sentAt: new Date('2026-11-02T09:00:00Z'),
  dueOn: `2026-11-${String(dueOn).padStart(2, '0')}`,
  answeredAt: answeredOn === null ? null : new Date(`2026-11-${String(answeredOn).padStart(2, '0')}T09:00:00Z`),
});
const times = (count: number, request: TimedRequest) => Array.from({ length: count }, () => request);
const measure = (requests: TimedRequest[]) => measureReplies(requests, '2026-11-20');
const on = (requests: TimedRequest[]) => {
  const measured = measure(requests);
  return measured && { requests: measured.requests, days: measured.days };
};

test('the reply time is the median over requests, in working days', () => {
  expect(on([...times(5, sent(3)), ...times(6, sent(9)), ...times(4, sent(10))])).toEqual({ requests: 15, days: 5 });
});

test('there is no reply time with too few answers', () => {
  expect(on(times(fewestMeasured - 1, sent(3)))).toBeNull();
  expect(on(times(fewestMeasured, sent(3)))).toEqual({ requests: fewestMeasured, days: 1 });
});

test('overdue requests lengthen the reply time; if half are overdue, there is none', () => {
  expect(on([...times(6, sent(3)), ...times(5, sent(null))])).toEqual({ requests: 11, days: 1 });
  expect(on([...times(6, sent(3)), ...times(7, sent(null))])).toBeNull();
});

test('requests that are not yet due do not count', () => {
  expect(on([...times(10, sent(4)), ...times(12, sent(null, 27))])).toEqual({ requests: 10, days: 2 });
});

test('an answer on the same day counts as one working day', () => {
  expect(on(times(10, sent(2)))).toEqual({ requests: 10, days: 1 });
});

test('counts the measured requests by working days, and those that are overdue', () => {
  expect(
    measure([...times(6, sent(9)), ...times(5, sent(3)), ...times(2, sent(null)), sent(null, 27)])?.replies,
  ).toEqual({
    by_day: [
      { days: 1, count: 5 },
      { days: 5, count: 6 },
    ],
    overdue: 2,
  });
});
