import * as z from 'zod/mini';
import { idSchema } from './common.ts';
import { defineRoute } from './route.ts';

/** What can change under an open page. `resync`: events may have been missed, fetch everything again. */
export const changeTypes = [
  'case', 'document', 'todo', 'message', 'message_read', 'request', 'answer', 'answer_read', 'epicrisis', 'patient', 'audit', 'account', 'resync',
] as const;
export type ChangeType = (typeof changeTypes)[number];
/** Beside changes, the last word of a stream: the reader's session was ended, here or elsewhere. */
export const eventTypes = [...changeTypes, 'session_ended'] as const;

/** Ids only, never content (product.md section 6). `mine`: caused by the reader's own account. */
export const eventSchema = z.object({
  type: z.enum(eventTypes),
  case_id: z.optional(idSchema),
  patient_id: z.optional(idSchema),
  ref_id: z.optional(idSchema),
  mine: z.boolean(),
});
export type LiveEvent = z.infer<typeof eventSchema>;

export const eventRoutes = {
  streamEvents: defineRoute({ method: 'GET', path: '/api/events', summary: 'Server-sent events: what changed', response: null }),
};
