import * as z from 'zod/mini';
import { idSchema } from './common.ts';

/**
 * The first and the last day of an absence at the practice, and the deputy, who gets access to cases whose patients
 * agree.
 */
export const awaySchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  deputy: z.optional(z.object({ id: idSchema, name: z.string() })),
});
export type Away = z.infer<typeof awaySchema>;
