import * as z from 'zod/mini';
import { givenIdSchema } from './common.ts';
import { fhirJson, fhirRoot } from './fhir-paths.ts';
import { defineRoute } from './route.ts';
import type { WebhookEvent } from './webhooks.ts';

/** The criteria of subscriptions: the type that R4 names in `criteria`, and the event behind it. */
export const subscriptionEvents = {
  ServiceRequest: 'request.sent',
  DiagnosticReport: 'answer.sent',
  DocumentReference: 'document.added',
} as const satisfies Record<string, WebhookEvent>;
export type SubscriptionType = keyof typeof subscriptionEvents;

const type = 'Subscription';
const path = `${fhirRoot}/${type}` as const;
const params = z.object({ id: givenIdSchema() });
const resource = z.looseObject({ resourceType: z.string() });
const text = z.string().check(z.maxLength(500));

/** Subscriptions of backend clients (R4 rest-hook): webhooks that a client registers by itself (docs/webhooks.md). */
export const fhirSubscriptionRoutes = {
  fhirCreateSubscription: defineRoute({
    method: 'POST',
    path,
    summary: 'FHIR R4: tells a backend client of events by rest-hook',
    body: z.object({
      resourceType: z.literal(type),
      status: z.optional(z.enum(['requested', 'active'])),
      reason: z.optional(text),
      criteria: text,
      channel: z.object({
        type: z.string().check(z.maxLength(50)),
        endpoint: z.optional(z.string().check(z.maxLength(1000))),
        payload: z.optional(text),
        header: z.optional(z.array(text).check(z.maxLength(10))),
      }),
    }),
    response: resource,
    status: 201,
    media: fhirJson,
    scope: { type, permission: 'c' },
  }),
  fhirReadSubscription: defineRoute({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'FHIR R4: one Subscription of the backend client',
    params,
    response: resource,
    media: fhirJson,
    scope: { type, permission: 'r' },
  }),
  fhirSearchSubscription: defineRoute({
    method: 'GET',
    path,
    summary: 'FHIR R4: the Subscriptions of the backend client',
    response: resource,
    media: fhirJson,
    scope: { type, permission: 's' },
  }),
  fhirDeleteSubscription: defineRoute({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'FHIR R4: ends a Subscription',
    params,
    response: null,
    status: 204,
    media: fhirJson,
    scope: { type, permission: 'd' },
  }),
};
