import * as z from 'zod/mini';
import { resetPasswordSchema } from './accounts.ts';
import {
  assistantSchema,
  caseAssistantsSchema,
  practiceSchema,
  preparedDraftSchema,
  preparedKinds,
} from './assistant-states.ts';
import { caseSummarySchema } from './cases.ts';
import { givenIdSchema, idParams, okSchema, requiredText } from './common.ts';
import { revisionSchema } from './drafts.ts';
import { defineRoute } from './route.ts';
import { emailSchema } from './sign-in.ts';

export const inviteAssistantSchema = z.object({
  /** As patients are to read it. */
  first_name: requiredText('firstNameMissing', 100),
  last_name: requiredText('lastNameMissing', 100),
  email: emailSchema,
});
export type InviteAssistant = z.infer<typeof inviteAssistantSchema>;

export const assistantRoutes = {
  listAssistants: defineRoute({
    method: 'GET',
    path: '/api/assistants',
    summary: 'Who works for the doctor, who is invited, and who did before',
    response: z.array(assistantSchema),
  }),
  inviteAssistant: defineRoute({
    method: 'POST',
    path: '/api/assistants',
    status: 201,
    summary: 'Invite somebody by e-mail to work for the doctor; needs a fresh proof of identity',
    body: inviteAssistantSchema,
    response: assistantSchema,
  }),
  inviteAssistantAgain: defineRoute({
    method: 'POST',
    path: '/api/assistants/:id/invite',
    summary: 'Send an invitation that nobody accepted again, with a new link',
    params: idParams,
    response: assistantSchema,
  }),
  endAssistant: defineRoute({
    method: 'POST',
    path: '/api/assistants/:id/end',
    summary: 'End the work, or take the invitation back: the doctor, or the assistant',
    params: idParams,
    response: okSchema,
  }),
  joinAsAssistant: defineRoute({
    method: 'POST',
    path: '/account/join',
    summary: 'Accept an invitation as an assistant by its link, with a password for the new account',
    body: resetPasswordSchema,
    response: z.object({ email: z.string() }),
  }),
  listPractices: defineRoute({
    method: 'GET',
    path: '/api/practices',
    summary: 'The doctors for whom the assistant works, and open invitations',
    response: z.array(practiceSchema),
  }),
  answerPractice: defineRoute({
    method: 'POST',
    path: '/api/practices/:id/answer',
    summary: 'Accept the invitation of another doctor, or refuse it',
    params: idParams,
    body: z.object({ accepts: z.boolean() }),
    response: z.nullable(practiceSchema),
  }),
  listAssistedCases: defineRoute({
    method: 'GET',
    path: '/api/practices/:id/cases',
    summary: "A doctor's cases that the assistant may see",
    params: idParams,
    response: z.array(caseSummarySchema),
  }),
  allowAssistants: defineRoute({
    method: 'PUT',
    path: '/api/process/:id/assistants',
    summary: "Let the assistants of the case's doctor see it, or no longer",
    params: idParams,
    /** `doctor_id`: the doctor whose assistants the consent is for; refused if the case has another doctor. */
    body: z.object({ allows: z.boolean(), doctor_id: z.optional(givenIdSchema()) }),
    response: z.nullable(caseAssistantsSchema),
  }),
  listPreparedDrafts: defineRoute({
    method: 'GET',
    path: '/api/process/:id/prepared',
    summary:
      'Drafts of an answer, or of the summary, that assistants wrote for the doctor; an assistant gets their own',
    params: idParams,
    query: z.object({ of: z.optional(z.enum(preparedKinds)) }),
    response: z.array(preparedDraftSchema),
  }),
  takePreparedDraft: defineRoute({
    method: 'POST',
    path: '/api/process/:id/prepared',
    summary: 'Note that the doctor takes a draft over, exactly as it was read; 409 `conflict` if it was written on',
    params: idParams,
    body: z.object({ revision: revisionSchema, of: z.optional(z.enum(preparedKinds)) }),
    response: preparedDraftSchema,
  }),
};
