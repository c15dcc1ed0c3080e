import type { MeasuredReply, RepliesByDay } from '@konsil/contracts/doctors';
import { workingDaysBetween } from '@konsil/contracts/working-days';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import type { Database } from '@konsil/server-platform/database/client';
import { sql } from 'drizzle-orm';

/** The number of latest requests that are measured. */
const latest = 20;
/** With fewer measured requests, no reply time is shown. */
export const fewestMeasured = 10;

/** A request of a doctor: when it was sent, due, and first answered. */
export interface TimedRequest {
  sentAt: Date;
  dueOn: string;
  answeredAt: Date | null;
}

/**
 * The working days within which half of the latest requests were answered. An overdue request without an answer counts
 * as slower than all others, so that open cases do not flatter; one that is not due yet does not count.
 * @returns null if there are too few, or if half are still open
 */
export const measureReplies = (
  requests: readonly TimedRequest[],
  today: string,
): (MeasuredReply & { replies: RepliesByDay }) | null => {
  const days = requests
    .filter(({ answeredAt, dueOn }) => answeredAt !== null || dueOn < today)
    .map(({ sentAt, answeredAt }) =>
      answeredAt === null ? Infinity : Math.max(1, workingDaysBetween(dayOf(sentAt), dayOf(answeredAt))),
    )
    .sort((a, b) => a - b);
  const half = days[Math.ceil(days.length / 2) - 1];
  if (days.length < fewestMeasured || half === undefined || !Number.isFinite(half)) return null;
  const answered = days.filter(Number.isFinite);
  return {
    requests: days.length,
    days: half,
    replies: {
      by_day: [...new Set(answered)].map((day) => ({ days: day, count: answered.filter((one) => one === day).length })),
      overdue: days.length - answered.length,
    },
  };
};

/** The measured reply times of some doctors. Only times are read, and only counts leave; sees the cases of all patients. */
export const measuredReplies = async (
  db: Database,
  doctorIds: readonly string[],
  now: Date,
): Promise<Map<string, MeasuredReply & { replies: RepliesByDay }>> => {
  const { rows } = await db.execute<{
    doctor_id: string;
    sent_at: string;
    due_on: string;
    answered_at: string | null;
  }>(sql`
    select latest.doctor_id, latest.sent_at, latest.answer_due_on::text as due_on, latest.answered_at
    from doctors
    cross join lateral (
      select requests.doctor_id, requests.sent_at, requests.answer_due_on,
        (select min(answers.answered_at) from answers where answers.request_id = requests.id) as answered_at
      from requests
      join cases on cases.id = requests.case_id and cases.doctor_id = requests.doctor_id
      where requests.doctor_id = doctors.account_id
      order by requests.sent_at desc
      limit ${latest}
    ) as latest
    where doctors.account_id = any(${sql.param([...doctorIds])}::uuid[])`);
  const byDoctor = new Map<string, TimedRequest[]>();
  for (const { doctor_id: doctor, sent_at, due_on: dueOn, answered_at } of rows) {
    const request = {
      sentAt: new Date(sent_at),
      dueOn,
      answeredAt: answered_at === null ? null : new Date(answered_at),
    };
    byDoctor.set(doctor, [...(byDoctor.get(doctor) ?? []), request]);
  }
  const today = dayOf(now);
  return new Map(
    [...byDoctor].flatMap(([doctor, requests]) => {
      const measured = measureReplies(requests, today);
      return measured ? [[doctor, measured] as const] : [];
    }),
  );
};
