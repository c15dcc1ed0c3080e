import { sealedKind } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/**
 * Where a device is reached, and its keys, under the account's key, because anybody who knows the endpoint can disturb
 * its owner.
 */
export const pushSubscription = sealedKind({
  name: 'push-subscription',
  schema: z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() }),
  versions: [
    {
      shape: '{ endpoint: string, p256dh: string, auth: string }',
      example: { endpoint: 'https://push.example/x', p256dh: 'y', auth: 'z' },
    },
  ],
});
