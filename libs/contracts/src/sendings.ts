import * as z from 'zod/mini';
import { idParams, idSchema, momentSchema, okSchema } from './common.ts';
import { problemCodes } from './problem-codes.ts';
import { defineRoute } from './route.ts';

/** Submissions that are held for a few seconds and can be undone until delivery. */
export const sendingKinds = ['answer', 'message', 'request'] as const;
export type SendingKind = (typeof sendingKinds)[number];

/** The form's content, which becomes the draft again when the submission is undone. */
export const heldDraft = z.optional(z.record(z.string(), z.unknown()));
/** Until then only the sender sees it, and can undo it by its id; absent once delivered. */
export const heldUntil = z.optional(momentSchema);

/** True if its sender can withdraw it, because the other side has not opened it. Absent for everybody else. */
export const canBeWithdrawn = z.optional(z.boolean());

export const sendingSchema = z.object({
  /** The future id of the answer, message or request. */
  id: idSchema,
  kind: z.enum(sendingKinds),
  case_id: idSchema,
  patient_id: idSchema,
  /** Empty if the sender lost the case. */
  case_name: z.string(),
  /** The time when it is delivered to the other side. */
  due_at: momentSchema,
  /**
   * The reason why it is never delivered. It waits to be undone; `not_found`: the sender lost the case, and its text is
   * deleted.
   */
  failed: z.nullable(z.enum(problemCodes)),
});
export type Sending = z.infer<typeof sendingSchema>;

export const takenBackSchema = z.object({
  kind: z.enum(sendingKinds),
  case_id: idSchema,
  /** The submitted body. */
  body: z.record(z.string(), z.unknown()),
  /** The sender lost the case: there is no body, and no draft. */
  lost: z.optional(z.literal(true)),
});
export type TakenBack = z.infer<typeof takenBackSchema>;

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
  withdrawSending: defineRoute({
    method: 'POST',
    path: '/api/sendings/:id/withdraw',
    summary: 'Withdraw an answer, message or request that the other side has not opened: it becomes a draft again',
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
