import * as z from 'zod/mini';
import { caseSummarySchema } from './cases.ts';
import { deputySchema } from './deputy-states.ts';
import { defineRoute } from './route.ts';

/** A case in which the caller stands in for its doctor now. */
export const deputyCaseSchema = z.object({ case: caseSummarySchema, deputy: deputySchema });
export type DeputyCase = z.infer<typeof deputyCaseSchema>;

/** Separate from the other routes of deputies, because the inbox loads it. */
export const deputyCaseRoutes = {
  listDeputyCases: defineRoute({
    method: 'GET',
    path: '/api/deputies',
    summary: 'The cases in which the doctor stands in for a colleague today',
    response: z.array(deputyCaseSchema),
  }),
};
