import * as z from 'zod/mini';
import { appReadGroups } from './app-reads.ts';
import { givenIdSchema, idParams, idSchema, momentSchema, okSchema } from './common.ts';
import { patientNameSchema } from './patients.ts';
import { defineRoute } from './route.ts';

const text = z.string().check(z.maxLength(2000));
/** The request that an app sent the browser with, parameter by parameter (RFC 6749 section 4.1.1). */
export const appRequestSchema = z.object({
  response_type: text,
  client_id: text,
  redirect_uri: text,
  scope: text,
  state: text,
  aud: text,
  code_challenge: text,
  code_challenge_method: text,
  /** The value of `launch` that the portal opened the app with. */
  launch: z.optional(text),
});
export type AppRequest = z.infer<typeof appRequestSchema>;
export const appRequestParameters = Object.keys(appRequestSchema.shape) as (keyof AppRequest)[];

const appSchema = z.object({
  name: z.string(),
  /** The company or person behind it. */
  operator: z.string(),
  website: z.nullable(z.string()),
  contact: z.nullable(z.string()),
});
/** An app that asks, and what for. */
export const askingAppSchema = z.extend(appSchema, {
  reads: z.array(z.enum(appReadGroups)),
  /** The person that the patient opened the app with in the portal. */
  person: z.nullable(idSchema),
  /** True if it asks to read without the patient for a while, not just once. */
  lasting: z.boolean(),
  /** The address in the app that a refusal leads to. */
  refuse_url: z.string(),
});
export type AskingApp = z.infer<typeof askingAppSchema>;

/** An app that may read for one person. */
export const allowedAppSchema = z.extend(appSchema, {
  id: idSchema,
  patient: patientNameSchema,
  /** True if the portal can open it. */
  can_open: z.boolean(),
  reads: z.array(z.enum(appReadGroups)),
  since: momentSchema,
  /** The time at which the access ends by itself. */
  until: momentSchema,
  last_used_at: z.nullable(momentSchema),
});
export type AllowedApp = z.infer<typeof allowedAppSchema>;

export const patientAppRoutes = {
  getAskingApp: defineRoute({
    method: 'POST',
    path: '/api/apps/asking',
    summary: 'The app behind a request to read for a patient',
    body: appRequestSchema,
    response: askingAppSchema,
  }),
  allowApp: defineRoute({
    method: 'POST',
    path: '/api/patient/:id/apps',
    summary: 'Let an app read for a person; leads back to the app with a code',
    params: z.object({ id: givenIdSchema() }),
    body: appRequestSchema,
    response: z.object({ url: z.string() }),
  }),
  listApps: defineRoute({
    method: 'GET',
    path: '/api/apps',
    summary: 'The apps that may read for my persons',
    response: z.array(allowedAppSchema),
  }),
  launchApp: defineRoute({
    method: 'POST',
    path: '/api/apps/:id/launch',
    summary: 'Open an app that may read, with its person; leads to the app',
    params: idParams,
    response: z.object({ url: z.string() }),
  }),
  endApp: defineRoute({
    method: 'POST',
    path: '/api/apps/:id/end',
    summary: "End an app's access at once",
    params: idParams,
    response: okSchema,
  }),
};
