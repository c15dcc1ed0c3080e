import * as z from 'zod/mini';
import { idSchema } from './common.ts';

/**
 * `asked`: the patient has not decided. `agreed`: the first day is still to come. `open`: the deputy sees the case. In
 * the other states, only the people of the case see it.
 */
export const deputyStates = ['asked', 'agreed', 'open', 'refused', 'ended'] as const;
export type DeputyState = (typeof deputyStates)[number];

/** A doctor who stands in for the doctor of a case during an absence. */
export const deputySchema = z.object({
  id: idSchema,
  state: z.enum(deputyStates),
  deputy: z.object({ name: z.string(), specialty: z.string(), city: z.string() }),
  /** The doctor who is away. */
  doctor: z.string(),
  /** The first and the last day. */
  from: z.iso.date(),
  until: z.iso.date(),
  /** True if the reader is the deputy. */
  mine: z.boolean(),
});
export type Deputy = z.infer<typeof deputySchema>;
