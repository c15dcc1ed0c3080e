import * as z from 'zod/mini';
import { givenIdSchema, idParams, idSchema, momentSchema, okSchema, requiredText } from './common.ts';
import { patientNameSchema } from './patients.ts';
import { readableCase } from './readable-case.ts';
import { defineRoute } from './route.ts';
import { secondLookSchema } from './second-look-schema.ts';

export const askSecondLookSchema = z.object({
  colleague: givenIdSchema('doctorMissing'),
  question: requiredText('questionMissing', 4000),
});
export type AskSecondLook = z.infer<typeof askSecondLookSchema>;

export const answerSecondLookSchema = z.object({ answer: requiredText('answerMissing', 10_000) });

/** A case that a colleague asked the caller to look at. */
export const askedLookSchema = z.object({
  id: idSchema,
  case_name: z.string(),
  patient: patientNameSchema,
  asked_by: z.string(),
  asked_at: momentSchema,
  until: z.iso.date(),
});
export type AskedLook = z.infer<typeof askedLookSchema>;

/** The case as the colleague sees it: without messages, ToDos, other cases, and what was not sent. */
export const lookedAtCaseSchema = z.extend(askedLookSchema, {
  question: z.string(),
  ...readableCase,
});
export type LookedAtCase = z.infer<typeof lookedAtCaseSchema>;

export const secondLookRoutes = {
  askSecondLook: defineRoute({
    method: 'POST',
    path: '/api/process/:id/second-looks',
    status: 201,
    summary: 'Ask a colleague for a second look at a case; the patient decides first',
    params: idParams,
    body: askSecondLookSchema,
    response: secondLookSchema,
  }),
  listAskedLooks: defineRoute({
    method: 'GET',
    path: '/api/second-looks',
    summary: 'The cases that colleagues asked the doctor to look at, while they may',
    response: z.array(askedLookSchema),
  }),
  getLookedAtCase: defineRoute({
    method: 'GET',
    path: '/api/second-looks/:id',
    summary: 'A case for a second look',
    params: idParams,
    response: lookedAtCaseSchema,
  }),
  answerSecondLook: defineRoute({
    method: 'POST',
    path: '/api/second-looks/:id/answer',
    summary: 'Answer the colleague who asked; the second look ends',
    params: idParams,
    body: answerSecondLookSchema,
    response: okSchema,
  }),
  decideSecondLook: defineRoute({
    method: 'POST',
    path: '/api/second-looks/:id/consent',
    summary: 'Agree to a second look, or refuse it',
    params: idParams,
    body: z.object({ agrees: z.boolean() }),
    response: secondLookSchema,
  }),
  endSecondLook: defineRoute({
    method: 'POST',
    path: '/api/second-looks/:id/end',
    summary: 'End a second look: the patient at any time, or the doctor who asked',
    params: idParams,
    response: secondLookSchema,
  }),
};
