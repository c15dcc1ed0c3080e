import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** Address and secrets of a webhook, under the installation's key. The address may contain a key of the other system. */
export const webhookSecrets = sealedKind({
  name: 'webhook',
  schema: z.object({
    url: z.string(),
    secret: z.string(),
    /** Signs, too, until then. */
    previous: z.optional(z.object({ secret: z.string(), until: z.string() })),
  }),
  versions: [
    {
      shape: '{ url: string, secret: string, previous?: { secret: string, until: string } }',
      example: { url: 'https://practice.example/konsil', secret: 'x', previous: { secret: 'y', until: '2026-11-28' } },
    },
  ],
});
export type WebhookSecrets = Sealed<typeof webhookSecrets>;
