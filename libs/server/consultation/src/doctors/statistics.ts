import { answerOptions, type AnswerOption } from '@konsil/contracts/answer-options';
import { statisticsWeeks, type WeekStatistics } from '@konsil/contracts/statistics';
import { workingDaysBetween } from '@konsil/contracts/working-days';
import { addDays, dayOf, weekdayOf } from '@konsil/server-domain/calendar/working-days';

/** An answer, and when its request was sent; `first` unless the request had one before. */
export interface CountedAnswer {
  answeredAt: Date;
  option: AnswerOption;
  sentAt: Date;
  first: boolean;
}

const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day));

/** The Mondays of the weeks that are counted, oldest first. */
export const countedWeeks = (today: string): string[] =>
  Array.from({ length: statisticsWeeks }, (_, back) => addDays(mondayOf(today), -7 * (statisticsWeeks - 1 - back)));

/** The smallest value that at least this share of the sorted values does not exceed; null without values. */
const shareOf = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? null;

/** Counts requests and answers by the practice's weeks; answer times are in working days, 0 for the same day. */
export const weeksOf = (sent: readonly Date[], answers: readonly CountedAnswer[], today: string): WeekStatistics[] => {
  const weekOf = (moment: Date): string => mondayOf(dayOf(moment));
  const received = sent.map(weekOf);
  const counted = answers.map((answer) => ({ ...answer, week: weekOf(answer.answeredAt) }));
  return countedWeeks(today).map((from) => {
    const here = counted.filter(({ week }) => week === from);
    const days = here
      .filter(({ first }) => first)
      .map(({ sentAt, answeredAt }) => workingDaysBetween(dayOf(sentAt), dayOf(answeredAt)))
      .sort((a, b) => a - b);
    const kinds = answerOptions.map((option) => [option, here.filter((answer) => answer.option === option).length]);
    return {
      from,
      received: received.filter((week) => week === from).length,
      answered: here.length,
      measured: days.length,
      half_days: shareOf(days, 0.5),
      most_days: shareOf(days, 0.9),
      options: Object.fromEntries(kinds) as Record<AnswerOption, number>,
    };
  });
};
