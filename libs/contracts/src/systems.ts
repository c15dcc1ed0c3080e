import * as z from 'zod/mini';
import { idParams, idSchema, momentSchema, okSchema } from './common.ts';
import { defineRoute } from './route.ts';

/** Another system that acts for the doctor (docs/fhir.md, "Backend clients"). */
export const actingSystemSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The clinic that it belongs to: it acts for the doctor as long as they do. */
  clinic: z.nullable(z.string()),
  /** Its maximum scopes, such as `system/*.rs`. */
  scopes: z.array(z.string()),
  since: momentSchema,
  /** The last call that it made for this doctor. */
  last_used_at: z.nullable(momentSchema),
});
export type ActingSystem = z.infer<typeof actingSystemSchema>;

export const systemRoutes = {
  listSystems: defineRoute({
    method: 'GET',
    path: '/api/systems',
    summary: 'Other systems that act for the doctor',
    response: z.array(actingSystemSchema),
  }),
  endSystem: defineRoute({
    method: 'POST',
    path: '/api/systems/:id/end',
    summary: 'Let a system act for the doctor no more, at once',
    params: idParams,
    response: okSchema,
  }),
};
