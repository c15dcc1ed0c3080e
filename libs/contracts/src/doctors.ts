import * as z from 'zod/mini';
import { awaySchema } from './away.ts';
import { idParams, idSchema } from './common.ts';
import { defineRoute } from './route.ts';

/** A doctor in the directory. `reply_days`: working days until an answer can be expected. */
export const doctorSchema = z.object({
  id: idSchema,
  name: z.string(),
  specialty: z.string(),
  city: z.string(),
  languages: z.array(z.string()),
  reply_days: z.int(),
  accepts_cases: z.boolean(),
  /** The current absence, or one that begins soon. */
  away: z.optional(z.nullable(awaySchema)),
});
export type Doctor = z.infer<typeof doctorSchema>;

/** Answers from which a doctor's reply time is measured: the latest `requests`; half were answered within `days`. */
export const measuredReplySchema = z.object({ requests: z.int(), days: z.int() });
export type MeasuredReply = z.infer<typeof measuredReplySchema>;

/** A doctor in the directory, with the measured reply time; null while there are too few answers to say. */
export const listedDoctorSchema = z.extend(doctorSchema, {
  measured_reply: z.optional(z.nullable(measuredReplySchema)),
  topics: z.optional(z.string()),
});
export type ListedDoctor = z.infer<typeof listedDoctorSchema>;

/** A doctor's page: the entry and the doctor's own words in both languages. */
export const doctorPageSchema = z.extend(listedDoctorSchema, { about_de: z.string(), about_en: z.string() });
export type DoctorPage = z.infer<typeof doctorPageSchema>;

/**
 * A doctor named in a case. `left`: they have left, or are about to leave and do not have the case: no access, no
 * answers.
 */
export const namedDoctorSchema = z.extend(doctorSchema, { left: z.boolean() });
export type NamedDoctor = z.infer<typeof namedDoctorSchema>;

export const doctorRoutes = {
  listDoctors: defineRoute({
    method: 'GET',
    path: '/api/doctors',
    documented: true,
    summary: 'The directory of doctors',
    query: z.object({ search: z.optional(z.string().check(z.maxLength(200))) }),
    response: z.array(listedDoctorSchema),
  }),
  getDoctor: defineRoute({
    method: 'GET',
    path: '/api/doctors/:id',
    summary: "A doctor's page",
    params: idParams,
    response: doctorPageSchema,
  }),
};
