import * as z from 'zod/mini';
import { idParams } from './common.ts';
import { deputySchema } from './deputy-states.ts';
import { defineRoute } from './route.ts';

export const deputyRoutes = {
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
