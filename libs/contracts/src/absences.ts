import * as z from 'zod/mini';
import { awaySchema } from './away.ts';
import { daySchema, givenIdSchema, idParams, idSchema, okSchema, ruleAcrossFields } from './common.ts';
import { practiceDay } from './practice-time.ts';
import { defineRoute } from './route.ts';

/** Patients who choose a doctor or send a case see absences up to this many days ahead. */
export const announcedDays = 30;
const longestMs = 366 * 24 * 60 * 60 * 1000;

/** The days of an absence, without `absenceDayRules`. */
export const absenceDaysSchema = z.object({
  from: daySchema('absenceDayMissing').check(z.refine((day) => day >= practiceDay(new Date()), 'absencePast')),
  to: daySchema('absenceDayMissing'),
  /** The deputy, who gets access to cases whose patients agree. */
  deputy: z.optional(z.nullable(givenIdSchema('doctorMissing'))),
});
type Days = { from: string; to: string };
export const absenceDayRules = [
  ruleAcrossFields<Days>(['from', 'to'], ({ from, to }) => !from || !to || from <= to, {
    message: 'absenceEndsBefore',
    path: ['to'],
  }),
  ruleAcrossFields<Days>(['from', 'to'], ({ from, to }) => !(Date.parse(to) - Date.parse(from) > longestMs), {
    message: 'absenceTooLong',
    path: ['to'],
  }),
] as const;
export const planAbsenceSchema = absenceDaysSchema.check(...absenceDayRules);
export type PlanAbsence = z.infer<typeof planAbsenceSchema>;

export const absenceSchema = z.extend(awaySchema, { id: idSchema });
export type Absence = z.infer<typeof absenceSchema>;

export const absenceRoutes = {
  listAbsences: defineRoute({
    method: 'GET',
    path: '/api/absences',
    summary: "The doctor's current and planned absences, the next one first",
    response: z.array(absenceSchema),
  }),
  planAbsence: defineRoute({
    method: 'POST',
    path: '/api/absences',
    status: 201,
    summary: 'Be away for some days: promised days move, and patients with open cases are told',
    body: planAbsenceSchema,
    response: absenceSchema,
  }),
  endAbsence: defineRoute({
    method: 'POST',
    path: '/api/absences/:id/end',
    summary: 'Come back today, or cancel a planned absence',
    params: idParams,
    response: okSchema,
  }),
};
