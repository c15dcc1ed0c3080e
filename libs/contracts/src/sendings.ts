import * as z from 'zod/mini';
import { idParams, idSchema, momentSchema, okSchema } from './common.ts';
import { problemCodes } from './problem-codes.ts';
import { defineRoute } from './route.ts';

/** What waits a few seconds before it reaches the other side of a case, and can be taken back until then. */
export const sendingKinds = ['answer', 'message', 'request'] as const;
export type SendingKind = (typeof sendingKinds)[number];

/** The form's own content: with what is taken back it becomes the draft again. */
export const heldDraft = z.optional(z.record(z.string(), z.unknown()));
/** Until then only the sender knows of it, and can take it back by its id; absent once it was delivered. */
export const heldUntil = z.optional(momentSchema);

export const sendingSchema = z.object({
  /** The id that the answer, message or request will have. */
  id: idSchema,
  kind: z.enum(sendingKinds),
  case_id: idSchema,
  patient_id: idSchema,
  case_name: z.string(),
  /** When it reaches the other side. */
  due_at: momentSchema,
  /** Why it did not: the case had changed meanwhile. It reaches nobody any more, and waits to be taken back. */
  failed: z.nullable(z.enum(problemCodes)),
});
export type Sending = z.infer<typeof sendingSchema>;

export const takenBackSchema = z.object({
  kind: z.enum(sendingKinds),
  case_id: idSchema,
  /** What was sent, as it was sent. */
  body: z.record(z.string(), z.unknown()),
});

export const sendingRoutes = {
  listSendings: defineRoute({
    method: 'GET',
    path: '/api/sendings',
    summary: 'What the caller sent that has not reached the other side yet, or could not',
    response: z.array(sendingSchema),
  }),
  takeBackSending: defineRoute({
    method: 'DELETE',
    path: '/api/sendings/:id',
    summary: 'Take back what has not reached the other side: it becomes a draft again',
    params: idParams,
    response: takenBackSchema,
  }),
  deliverSending: defineRoute({
    method: 'POST',
    path: '/api/sendings/:id/now',
    summary: 'Deliver at once what waits to be delivered',
    params: idParams,
    response: okSchema,
  }),
};
