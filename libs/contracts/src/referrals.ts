import * as z from 'zod/mini';
import { givenIdSchema, idParams, idSchema, momentSchema, okSchema } from './common.ts';
import { doctorSchema } from './doctors.ts';
import { defineRoute } from './route.ts';

const person = z.object({ first_name: z.string(), last_name: z.string(), date_of_birth: z.iso.date() });

/** A case that another system prepared for the reader, who takes it over or refuses it. */
export const referralSchema = z.object({
  id: idSchema,
  created_at: momentSchema,
  /** The time at which it is deleted if nothing is decided. */
  expires_at: momentSchema,
  /** The other system, and the doctor for whom it acts. */
  from: z.object({ system: z.string(), doctor: z.string() }),
  /** The doctor that the case is for; null if that doctor takes no cases now. */
  doctor: z.nullable(z.pick(doctorSchema, { id: true, name: true, specialty: true, city: true })),
  /** For whom it was prepared, in the words of the system. */
  person,
  case_name: z.string(),
  diagnosis: z.string(),
  medical_history: z.string(),
  /** `type`: the media type, told from the bytes. */
  files: z.array(z.object({ name: z.string(), size: z.int(), type: z.string() })),
  /** The reader's people, and what differs from the person above; empty for the same person. */
  people: z.array(z.object({ id: idSchema, ...person.shape, differs: z.array(z.enum(['name', 'date_of_birth'])) })),
});
export type Referral = z.infer<typeof referralSchema>;

export const referralRoutes = {
  listReferrals: defineRoute({
    method: 'GET',
    path: '/api/referrals',
    summary: 'Cases that other systems prepared for the account, and that wait for its decision',
    response: z.array(referralSchema),
  }),
  getReferralFile: defineRoute({
    method: 'GET',
    path: '/api/referrals/:id/file',
    summary: 'The URL of a file of a prepared case',
    params: idParams,
    query: z.object({ place: z.string().check(z.regex(/^\d{1,3}$/)) }),
    response: z.object({ Filelocation: z.string(), expires_at: momentSchema }),
  }),
  acceptReferral: defineRoute({
    method: 'POST',
    path: '/api/referrals/:id/accept',
    status: 201,
    summary: 'Take a prepared case over as a draft; nothing is sent',
    params: idParams,
    body: z.object({
      patient: givenIdSchema('patientMissing'),
      /** Needed if name or birth date differ. */
      same_person: z.optional(z.boolean()),
    }),
    response: z.object({ case_id: idSchema }),
  }),
  refuseReferral: defineRoute({
    method: 'POST',
    path: '/api/referrals/:id/refuse',
    summary: 'Refuse a prepared case; it is deleted with its files',
    params: idParams,
    response: okSchema,
  }),
};
