import * as z from 'zod/mini';
import { awaySchema } from './away.ts';
import { namedClinicSchema } from './clinics.ts';
import { givenIdSchema, idParams, idSchema, listQuery } from './common.ts';
import { doctorsInPage } from './doctors-in-page.ts';
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
  /** The doctor has assistants, who see cases whose patients agree. */
  assistants: z.optional(z.boolean()),
});
export type Doctor = z.infer<typeof doctorSchema>;

/** Answers from which a doctor's reply time is measured: the latest `requests`; half were answered within `days`. */
export const measuredReplySchema = z.object({ requests: z.int(), days: z.int() });
export type MeasuredReply = z.infer<typeof measuredReplySchema>;

/** The measured requests by the working days until their answer; those that are overdue have none. */
const repliesByDaySchema = z.object({
  by_day: z.array(z.object({ days: z.int(), count: z.int() })),
  overdue: z.int(),
});

/** A doctor with what an answer costs, or who pays it (`priceLines`). */
export const pricedDoctorSchema = z.extend(doctorSchema, {
  price_de: z.optional(z.string()),
  price_en: z.optional(z.string()),
  /** The clinics that they belong to. */
  clinics: z.optional(z.array(namedClinicSchema)),
});

/** A doctor in the directory, with the measured reply time; null while there are too few answers to say. */
export const listedDoctorSchema = z.extend(pricedDoctorSchema, {
  measured_reply: z.optional(z.nullable(measuredReplySchema)),
  topics: z.optional(z.string()),
  portrait_url: z.optional(z.nullable(z.string())),
});
export type ListedDoctor = z.infer<typeof listedDoctorSchema>;

/** A doctor's page: the entry and the doctor's own words in both languages. */
export const doctorPageSchema = z.extend(listedDoctorSchema, {
  about_de: z.string(),
  about_en: z.string(),
  /** Given with the measured reply time. */
  replies: z.optional(repliesByDaySchema),
});
export type RepliesByDay = z.infer<typeof repliesByDaySchema>;
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
    summary: `The directory of doctors by name, at most ${doctorsInPage}; the next ones come after the last id`,
    query: z.object({
      search: z.optional(z.string().check(z.maxLength(200))),
      after: z.optional(givenIdSchema()),
      limit: listQuery.limit,
    }),
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
