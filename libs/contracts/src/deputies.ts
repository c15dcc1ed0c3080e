import * as z from 'zod/mini';
import { caseSummarySchema } from './cases.ts';
import { idParams } from './common.ts';
import { deputySchema } from './deputy-states.ts';
import { defineRoute } from './route.ts';

/** A case in which the caller stands in for its doctor now. */
export const deputyCaseSchema = z.object({ case: caseSummarySchema, deputy: deputySchema });
export type DeputyCase = z.infer<typeof deputyCaseSchema>;

export const deputyRoutes = {
  listDeputyCases: defineRoute({
    method: 'GET',
    path: '/api/deputies',
    summary: 'The cases in which the doctor stands in for a colleague today',
    response: z.array(deputyCaseSchema),
  }),
  decideDeputy: defineRoute({
    method: 'POST',
    path: '/api/deputies/:id/consent',
    summary: 'Agree that a deputy sees a case and answers in it, or refuse it',
    params: idParams,
    body: z.object({ agrees: z.boolean() }),
    response: deputySchema,
  }),
  endDeputy: defineRoute({
    method: 'POST',
    path: '/api/deputies/:id/end',
    summary: 'End it: the patient, the doctor who is away, or the deputy',
    params: idParams,
    response: deputySchema,
  }),
};
