import { sealedKind } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The number that a code was sent to, under the account's key. */
export const phoneCodeContent = sealedKind({
  name: 'phone_code',
  schema: z.object({ phone: z.string() }),
  versions: [{ shape: '{ phone: string }', example: { phone: '+4915112345678' } }],
});
