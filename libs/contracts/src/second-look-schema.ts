import * as z from 'zod/mini';
import { idSchema, momentSchema } from './common.ts';
import { secondLookStates } from './second-look-states.ts';

/** A second look as the people of its case see it. */
export const secondLookSchema = z.object({
  id: idSchema,
  state: z.enum(secondLookStates),
  /** The colleague. */
  reader: z.object({ name: z.string(), specialty: z.string(), city: z.string() }),
  asked_by: z.string(),
  asked_at: momentSchema,
  /** The last day on which the colleague sees the case; null before the consent. */
  until: z.nullable(z.iso.date()),
  answered_at: z.nullable(momentSchema),
  /** The doctors' texts to each other: for the doctor who asked, and in the patient's export. */
  question: z.optional(z.string()),
  answer: z.optional(z.nullable(z.string())),
});
export type SecondLook = z.infer<typeof secondLookSchema>;
