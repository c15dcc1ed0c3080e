import * as z from 'zod/mini';
import { idSchema, momentSchema } from './common.ts';

/** `invited`: not accepted yet. `expired`: not accepted in time. `ended`: a former assistant. */
export const assistantStates = ['invited', 'expired', 'open', 'ended'] as const;
export type AssistantState = (typeof assistantStates)[number];

/** The number of days in which an invitation can be accepted. */
export const assistantInvitationDays = 7;
/** The most assistants of one doctor, including open invitations. */
export const mostAssistants = 20;

/** An assistant of a doctor, or an invited one, as the doctor sees them. */
export const assistantSchema = z.object({
  id: idSchema,
  state: z.enum(assistantStates),
  name: z.string(),
  /** The invited address, until somebody accepts. */
  email: z.nullable(z.string()),
  expires_at: momentSchema,
  since: z.nullable(momentSchema),
  last_sign_in_at: z.nullable(momentSchema),
  ended_at: z.nullable(momentSchema),
});
export type Assistant = z.infer<typeof assistantSchema>;

/** A doctor for whom the caller works, or who invites them to. */
export const practiceSchema = z.object({
  id: idSchema,
  state: z.enum(['invited', 'open']),
  doctor: z.object({ id: idSchema, name: z.string(), specialty: z.string(), city: z.string() }),
  since: z.nullable(momentSchema),
  expires_at: momentSchema,
});
export type Practice = z.infer<typeof practiceSchema>;

/** The kinds of drafts that an assistant prepares for the doctor: an answer, or the medical summary. */
export const preparedKinds = ['answer', 'summary'] as const;
export type PreparedKind = (typeof preparedKinds)[number];

/**
 * A draft that an assistant prepared for the doctor. `revision` names exactly this content; `taken_at` is the time
 * when a doctor last took it over.
 */
export const preparedDraftSchema = z.object({
  by: z.string(),
  mine: z.boolean(),
  /** The values of the form, not validated by the server. Empty if the draft is damaged. */
  content: z.record(z.string(), z.unknown()),
  /** True if the stored draft can never be decrypted again. */
  damaged: z.optional(z.literal(true)),
  updated_at: momentSchema,
  revision: z.string(),
  taken_at: z.nullable(momentSchema),
});
export type PreparedDraft = z.infer<typeof preparedDraftSchema>;
/** True if the doctor took over this version of the draft. */
export const isTaken = ({ taken_at: takenAt, updated_at: writtenAt }: Pick<PreparedDraft, 'taken_at' | 'updated_at'>) =>
  takenAt !== null && takenAt >= writtenAt;

/** The assistants of the doctor of a case: whether the patient lets them see it, and their names. */
export const caseAssistantsSchema = z.object({
  allowed: z.boolean(),
  names: z.array(z.string()),
  /** The reader is one of them. */
  mine: z.optional(z.boolean()),
});
export type CaseAssistants = z.infer<typeof caseAssistantsSchema>;
