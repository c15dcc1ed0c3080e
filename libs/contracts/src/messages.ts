import * as z from 'zod/mini';
import { authorMarks } from './authors.ts';
import { roles } from './codes.ts';
import {
  givenIdSchema,
  idParams,
  idSchema,
  listQuery,
  momentSchema,
  pageOf,
  requiredText,
  versionSchema,
} from './common.ts';
import { patientNameSchema } from './patients.ts';
import { defineRoute } from './route.ts';
import { canBeWithdrawn, heldDraft, heldUntil } from './sendings.ts';

const person = z.object({ role: z.enum(roles), name: z.string(), ...authorMarks });

export const messageSchema = z.object({
  id: idSchema,
  version: versionSchema,
  case_id: idSchema,
  case_name: z.string(),
  patient: patientNameSchema,
  subject: z.string(),
  message: z.string(),
  /** `other`: somebody else on the reader's side wrote it. */
  sender: z.extend(person, { other: z.optional(z.boolean()) }),
  to: person,
  direction: z.enum(['sent', 'received']),
  sent_at: momentSchema,
  edited_at: z.nullable(momentSchema),
  /** The time when the other side was first sent its text, also in a list: from then on it cannot be edited. */
  shown_at: z.nullable(momentSchema),
  /** The time when the recipient read it. */
  read_at: z.nullable(momentSchema),
  /** True if the reader has an unread received message. */
  unread: z.boolean(),
  document_ids: z.array(idSchema),
  held_until: heldUntil,
  withdrawable: canBeWithdrawn,
});
export type Message = z.infer<typeof messageSchema>;

export const newMessageSchema = z.object({
  subject: requiredText('subjectMissing', 200),
  message: requiredText('messageMissing', 10_000),
  document_ids: z.optional(z.array(givenIdSchema()).check(z.maxLength(20, 'tooMany'))),
  /**
   * The patient does not have the documents that the last answer asks for: returns the case to its doctor, like the
   * reply to a question.
   */
  without_documents: z.optional(z.boolean()),
  draft: heldDraft,
});
export type NewMessage = z.infer<typeof newMessageSchema>;

/** Marks a received message read or unread, or edits a sent one that was not shown to the other side yet. */
export const updateMessageSchema = z.object({
  version: z.optional(versionSchema),
  read: z.optional(z.boolean()),
  subject: z.optional(requiredText('subjectMissing', 200)),
  message: z.optional(requiredText('messageMissing', 10_000)),
});
export type UpdateMessage = z.infer<typeof updateMessageSchema>;

export const messageBoxes = ['received', 'sent', 'unread'] as const;
export const messageSorts = ['newest', 'oldest'] as const;
export const messagesQuerySchema = z.object({
  ...listQuery,
  box: z.optional(z.enum(messageBoxes)),
  sort: z.optional(z.enum(messageSorts)),
});

export const messageRoutes = {
  listCaseMessages: defineRoute({
    method: 'GET',
    path: '/api/messagesoverview/:id',
    documented: true,
    summary: 'The messages of a case, newest first unless asked otherwise',
    params: idParams,
    query: messagesQuerySchema,
    response: pageOf(messageSchema),
  }),
  sendMessage: defineRoute({
    method: 'POST',
    path: '/api/messages/:id',
    documented: true,
    status: 201,
    summary: 'Send a message in a case',
    params: idParams,
    body: newMessageSchema,
    response: messageSchema,
  }),
  updateMessage: defineRoute({
    method: 'PUT',
    path: '/api/messages/:id',
    documented: true,
    summary: 'Mark a message read or unread, or edit it until it was shown to the other side',
    params: idParams,
    body: updateMessageSchema,
    response: messageSchema,
  }),
  listMessages: defineRoute({
    method: 'GET',
    path: '/api/messagesoverview',
    summary: 'The messages of all cases',
    query: messagesQuerySchema,
    response: pageOf(messageSchema),
  }),
};
