import * as z from 'zod/mini';
import { idSchema, momentSchema } from './common.ts';

/** The maximum number of clinics that a patient decides about at once. */
export const mostPools = 10;
/** The maximum number of doctors named where a patient decides; the clinic's page names the others. */
export const mostNamedInPool = 12;

/** A clinic whose doctors take cases together, as the patient reads of it. */
export const poolClinicSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The other doctors who may read a case in the pool: the first by name, and how many there are. */
  doctors: z.array(z.string()),
  doctors_in_all: z.int(),
});
export type PoolClinic = z.infer<typeof poolClinicSchema>;

/** The pools of a case: those that its doctor could put it into, and the one that it is in. */
export const casePoolSchema = z.object({
  clinics: z.array(z.extend(poolClinicSchema, { allowed: z.boolean() })),
  /** Null while it is in none. */
  now: z.nullable(
    z.object({ id: idSchema, clinic: z.string(), clinic_id: idSchema, since: momentSchema, put_by: z.string() }),
  ),
  /** The last time that a doctor took the case out of a pool; null if none did, or if it is in a pool again. */
  taken: z.nullable(z.object({ by: z.string(), at: momentSchema, clinic: z.string() })),
});
export type CasePool = z.infer<typeof casePoolSchema>;
