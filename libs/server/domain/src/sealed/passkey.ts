import { sealedKind } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The name of a passkey, under the account's key. */
export const passkeyTexts = sealedKind({
  name: 'passkey',
  schema: z.object({ name: z.string() }),
  versions: [{ shape: '{ name: string }', example: { name: 'Laptop' } }],
});
