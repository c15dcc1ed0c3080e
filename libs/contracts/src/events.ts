import * as z from 'zod/mini';
import { eventTypes } from './codes.ts';
import { idSchema } from './common.ts';
import { defineRoute } from './route.ts';

/** Ids only, never content (docs/product.md section 6). `mine`: caused by the reader's own account. */
export const eventSchema = z.object({
  type: z.enum(eventTypes),
  case_id: z.optional(idSchema),
  patient_id: z.optional(idSchema),
  ref_id: z.optional(idSchema),
  mine: z.boolean(),
});
export type LiveEvent = z.infer<typeof eventSchema>;

export const eventsQuerySchema = z.object({
  /** The age of the page's data in milliseconds: later changes are replayed first. */
  behind: z.optional(z.string().check(z.regex(/^\d{1,5}$/))),
});

export const eventRoutes = {
  streamEvents: defineRoute({
    console: 'too',
    method: 'GET',
    path: '/api/events',
    summary: 'Server-sent events: what changed',
    query: eventsQuerySchema,
    response: null,
  }),
};
