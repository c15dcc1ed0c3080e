import * as z from 'zod/mini';
import { answerOptions } from './answer-options.ts';
import { defineRoute } from './route.ts';

/** The weeks that the statistics cover, the current one included. */
export const statisticsWeeks = 12;

/** One week of a doctor's work: counts and times only, nothing about a patient. */
export const weekStatisticsSchema = z.object({
  /** The Monday of the week. */
  from: z.iso.date(),
  received: z.int(),
  /** Answers of every kind. */
  answered: z.int(),
  /** Requests that got their first answer: the times are theirs. */
  measured: z.int(),
  /** Median and 90th percentile of working days until the answer; null without answers. */
  half_days: z.nullable(z.int()),
  most_days: z.nullable(z.int()),
  options: z.record(z.enum(answerOptions), z.int()),
});
export type WeekStatistics = z.infer<typeof weekStatisticsSchema>;

export const statisticsSchema = z.object({
  open: z.int(),
  overdue: z.int(),
  put_off: z.int(),
  waiting_for_patient: z.int(),
  /** Oldest first. */
  weeks: z.array(weekStatisticsSchema),
});
export type Statistics = z.infer<typeof statisticsSchema>;

export const statisticsRoutes = {
  getStatistics: defineRoute({
    method: 'GET',
    path: '/api/statistics',
    summary: "The doctor's open cases, answer times and kinds of answers, without patients",
    response: statisticsSchema,
  }),
};
