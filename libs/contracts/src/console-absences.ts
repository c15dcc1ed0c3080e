import * as z from 'zod/mini';
import { absenceDayRules, absenceDaysSchema, absenceSchema } from './absences.ts';
import { idParams, idSchema } from './common.ts';
import { absenceEndReasons, absenceReasons } from './console-codes.ts';
import { actReferenceSchema } from './console-people.ts';
import { defineRoute } from './route.ts';

/** A doctor as the console shows them: of their cases, only how many there are. */
export const consoleDoctorSchema = z.object({
  id: idSchema,
  name: z.string(),
  specialty: z.string(),
  city: z.string(),
  /** The account is closed: patients with open cases were asked to choose another doctor. */
  closed: z.boolean(),
  /** Cases that wait for the doctor or the patient, and those of them past their day. */
  cases: z.object({ open: z.int(), overdue: z.int() }),
  /** Current and planned absences, the next one first. */
  absences: z.array(
    z.extend(absenceSchema, {
      /** Open cases whose patients agreed to the deputy, and those whose patients have not decided. */
      agreed: z.int(),
      asked: z.int(),
    }),
  ),
});
export type ConsoleDoctor = z.infer<typeof consoleDoctorSchema>;

export const enterAbsenceSchema = z
  .extend(absenceDaysSchema, { reason: z.enum(absenceReasons, 'reasonMissing'), reference: actReferenceSchema })
  .check(...absenceDayRules);
export type EnterAbsence = z.infer<typeof enterAbsenceSchema>;

export const endConsoleAbsenceSchema = z.object({
  reason: z.enum(absenceEndReasons, 'reasonMissing'),
  reference: actReferenceSchema,
});
export type EndConsoleAbsence = z.infer<typeof endConsoleAbsenceSchema>;

/** The console's calls about a doctor who is away and cannot enter it themselves. */
export const consoleAbsenceRoutes = {
  consoleDoctor: defineRoute({
    method: 'GET',
    path: '/api/console/doctors/:id',
    console: 'only',
    summary: 'A doctor with their absences, and the number of open cases',
    params: idParams,
    response: consoleDoctorSchema,
  }),
  enterAbsence: defineRoute({
    method: 'POST',
    path: '/api/console/doctors/:id/absences',
    console: 'only',
    status: 201,
    summary: 'Enter an absence of a doctor: promised days move, and patients with open cases are told',
    params: idParams,
    body: enterAbsenceSchema,
    response: consoleDoctorSchema,
  }),
  endConsoleAbsence: defineRoute({
    method: 'POST',
    path: '/api/console/absences/:id/end',
    console: 'only',
    summary: "End a doctor's absence today, or cancel a planned one",
    params: idParams,
    body: endConsoleAbsenceSchema,
    response: consoleDoctorSchema,
  }),
};
