import * as z from 'zod/mini';
import { idSchema } from './common.ts';
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
});
export type Doctor = z.infer<typeof doctorSchema>;

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
    response: z.array(doctorSchema),
  }),
};
