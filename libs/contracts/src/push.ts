import * as z from 'zod/mini';
import { idParams, idSchema, momentSchema, okSchema } from './common.ts';
import { defineRoute } from './route.ts';

/** A browser of the account that shows notifications. */
export const pushDeviceSchema = z.object({
  id: idSchema,
  /** Browser and system as text; empty if unknown. */
  device: z.string(),
  /** The browser that asks. */
  current: z.boolean(),
  created_at: momentSchema,
  /** When its push service last took a message. */
  last_sent_at: z.nullable(momentSchema),
});
export type PushDevice = z.infer<typeof pushDeviceSchema>;

const bytesAsText = (length: number) => z.string().check(z.length(length), z.regex(/^[\w-]+$/));
/** A browser's `PushSubscription`, with keys in base64url. */
export const pushSubscriptionSchema = z.object({
  endpoint: z.url().check(z.maxLength(1000)),
  p256dh: bytesAsText(87),
  auth: bytesAsText(22),
});
export type PushSubscriptionKeys = z.infer<typeof pushSubscriptionSchema>;

/** A message to a service worker: fixed words, and where to go. Never a name, nor a word of anybody's health. */
export const pushMessageSchema = z.object({ title: z.string(), body: z.string(), path: z.string() });
export type PushMessage = z.infer<typeof pushMessageSchema>;

/** The most devices of an account. */
export const mostPushDevices = 20;

export const pushRoutes = {
  getPush: defineRoute({
    method: 'GET',
    path: '/account/push',
    summary: 'My devices that show notifications, and the key that a browser subscribes with; null: not offered here',
    response: z.object({ key: z.nullable(z.string()), devices: z.array(pushDeviceSchema) }),
  }),
  addPushDevice: defineRoute({
    method: 'POST',
    path: '/account/push',
    status: 201,
    summary: 'Show notifications on this device',
    body: pushSubscriptionSchema,
    response: pushDeviceSchema,
  }),
  removePushDevice: defineRoute({
    method: 'DELETE',
    path: '/account/push/:id',
    summary: 'Show no notifications on a device any more',
    params: idParams,
    response: okSchema,
  }),
};
