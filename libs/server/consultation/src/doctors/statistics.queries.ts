import { practiceMidnight } from '@konsil/contracts/practice-time';
import type { Statistics } from '@konsil/contracts/statistics';
import { and, eq, gte, sql } from 'drizzle-orm';
import { representedAccountId } from '@konsil/server-domain/access/sides';
import { readableCases } from '@konsil/server-domain/cases/case-scope';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import type { Work } from '@konsil/server-domain/kernel/work';
import { answers, cases, requests } from '@konsil/server-domain/schema';
import { countCases } from '../cases/case-list.queries.ts';
import { countedWeeks, weeksOf } from './statistics.ts';

/** The doctor's numbers, over the cases that are shared with them now; only times and kinds are read. */
export const statisticsOf = async (work: Work): Promise<Statistics> => {
  const { tx, actor, now } = work;
  const today = dayOf(now);
  const since = practiceMidnight(countedWeeks(today)[0] ?? today);
  const doctor = representedAccountId(actor);
  const sent = await tx
    .select({ sentAt: requests.sentAt })
    .from(requests)
    .innerJoin(cases, eq(cases.id, requests.caseId))
    .where(and(eq(requests.doctorId, doctor), gte(requests.sentAt, since), readableCases(actor)));
  const given = await tx
    .select({
      answeredAt: answers.answeredAt,
      option: answers.option,
      sentAt: requests.sentAt,
      first: sql<boolean>`not exists (select from answers as earlier where earlier.request_id = ${answers.requestId}
        and (earlier.answered_at, earlier.id) < (${answers.answeredAt}, ${answers.id}))`,
    })
    .from(answers)
    .innerJoin(requests, eq(requests.id, answers.requestId))
    .innerJoin(cases, eq(cases.id, answers.caseId))
    .where(and(eq(answers.doctorId, doctor), gte(answers.answeredAt, since), readableCases(actor)));
  const { counts, triage } = await countCases(work);
  return {
    open: counts.needs_answer,
    overdue: counts.overdue,
    put_off: triage?.later ?? 0,
    waiting_for_patient: counts.waiting_for_patient,
    weeks: weeksOf(
      sent.map(({ sentAt }) => sentAt),
      given,
      today,
    ),
  };
};
