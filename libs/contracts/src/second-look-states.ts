import * as z from 'zod/mini';
import { idSchema, momentSchema } from './common.ts';

/**
 * `asked`: the patient has not decided. `open`: the colleague sees the case. In the other states, only the people of
 * the case see it.
 */
export const secondLookStates = ['asked', 'open', 'answered', 'refused', 'ended'] as const;
export type SecondLookState = (typeof secondLookStates)[number];

/** The most days that a colleague sees a case, from the patient's consent. */
export const secondLookDays = 14;

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
