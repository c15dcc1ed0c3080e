import * as z from 'zod/mini';
import { anamnesisSchema } from './anamnesis.ts';
import { processOverviewSchema, questionSchema, timelineEntrySchema } from './cases.ts';
import { daySchema, idParams, idSchema, momentSchema, okSchema } from './common.ts';
import { documentSchema } from './documents.ts';
import { answeredFormSchema } from './form-fields.ts';
import { patientNameSchema } from './patients.ts';
import { practiceDay } from './practice-time.ts';
import { readerRoles, readerSchema, sharedPersonSchema } from './reader-states.ts';
import { answerSchema, requestSchema } from './requests.ts';
import { defineRoute } from './route.ts';
import { emailSchema } from './sign-in.ts';

export const lastReadingDaySchema = daySchema().check(
  z.refine((day) => day >= practiceDay(new Date()), 'readingEndsBefore'),
);
export const inviteReaderSchema = z.object({
  email: emailSchema,
  /** The last day; without one the access lasts until somebody ends it. */
  until: z.nullable(lastReadingDaySchema),
  role: z._default(z.enum(readerRoles, 'selectOption'), 'see'),
});
export type InviteReader = z.infer<typeof inviteReaderSchema>;

const sharedCaseRowSchema = z.object({
  id: idSchema,
  case_name: z.string(),
  status: processOverviewSchema.shape.status,
  doctor_name: z.string(),
  sent_at: momentSchema,
  /** The owner has not opened everything that arrived; until then readers do not see it. */
  unopened: z.boolean(),
});

/** A person whom the caller reads along: what was sent about them. */
export const sharedRecordSchema = z.extend(sharedPersonSchema, {
  patient: patientNameSchema,
  /** Newest first. */
  cases: z.array(sharedCaseRowSchema),
});
export type SharedRecord = z.infer<typeof sharedRecordSchema>;

/** A sent case for somebody who reads along: without messages, ToDos and summaries, and what was not sent or opened. */
export const sharedCaseSchema = z.extend(sharedCaseRowSchema, {
  reader_id: idSchema,
  /** A reader who acts for the owner opens the case itself, which shows more. */
  role: z.optional(z.enum(readerRoles)),
  shared_by: z.string(),
  patient: patientNameSchema,
  diagnosis: z.string(),
  medical_history: z.string(),
  anamnesis: anamnesisSchema,
  specialty_forms: z.optional(z.array(answeredFormSchema)),
  questions: z.array(questionSchema),
  /** Oldest first. */
  requests: z.array(requestSchema),
  answers: z.array(answerSchema),
  documents: z.array(documentSchema),
  /** Oldest first. */
  timeline: z.array(timelineEntrySchema),
});
export type SharedCase = z.infer<typeof sharedCaseSchema>;

export const readerRoutes = {
  listReaders: defineRoute({
    method: 'GET',
    path: '/api/patients/:id/readers',
    summary: 'Who reads along what was sent about a person, who is invited, and who did before',
    params: idParams,
    response: z.array(readerSchema),
  }),
  inviteReader: defineRoute({
    method: 'POST',
    path: '/api/patients/:id/readers',
    status: 201,
    summary: 'Invite somebody by e-mail to read what was sent about a person; needs a fresh proof of identity',
    params: idParams,
    body: inviteReaderSchema,
    response: readerSchema,
  }),
  listSharedPersons: defineRoute({
    method: 'GET',
    path: '/api/readers',
    summary: 'The persons whom others let the caller read along, and open invitations to it',
    response: z.array(sharedPersonSchema),
  }),
  getSharedRecord: defineRoute({
    method: 'GET',
    path: '/api/readers/:id',
    summary: 'A person whom the caller reads along, with the sent cases',
    params: idParams,
    response: sharedRecordSchema,
  }),
  answerInvitation: defineRoute({
    method: 'POST',
    path: '/api/readers/:id/answer',
    summary: 'Accept an invitation to the address of the account, or refuse it',
    params: idParams,
    body: z.object({ accepts: z.boolean() }),
    response: z.nullable(sharedPersonSchema),
  }),
  changeReader: defineRoute({
    method: 'POST',
    path: '/api/readers/:id/role',
    summary:
      'Let somebody who reads along act for the person, too, which needs a fresh proof of identity, or only read again',
    params: idParams,
    body: z.object({ role: z.enum(readerRoles, 'selectOption') }),
    response: readerSchema,
  }),
  endReader: defineRoute({
    method: 'POST',
    path: '/api/readers/:id/end',
    summary: 'End the access, or take the invitation back: the owner, or who reads along',
    params: idParams,
    response: okSchema,
  }),
  getSharedCase: defineRoute({
    method: 'GET',
    path: '/api/shared-cases/:id',
    summary: 'A sent case of a person whom the caller reads along',
    params: idParams,
    response: sharedCaseSchema,
  }),
};
