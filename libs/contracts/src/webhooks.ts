import * as z from 'zod/mini';
import { idSchema, momentSchema } from './common.ts';

/** Events that other systems can receive (docs/webhooks.md). */
export const webhookEvents = ['request.sent', 'answer.sent', 'document.added'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The body of a webhook: ids and the event only. Its content is read by an API, with that API's access. */
export const webhookBodySchema = z.object({
  /** The id of the event; the same on every retry. */
  id: idSchema,
  event: z.enum(webhookEvents),
  at: momentSchema,
  patient_id: idSchema,
  case_id: idSchema,
  doctor_id: idSchema,
  /** The request, answer or document. */
  ref_id: idSchema,
});
export type WebhookBody = z.infer<typeof webhookBodySchema>;

/** `t=<seconds since 1970>,v1=<HMAC-SHA256 of "t.body", hex>`; while the secret is rotated, one `v1` for each. */
export const webhookSignatureHeader = 'konsil-signature';
