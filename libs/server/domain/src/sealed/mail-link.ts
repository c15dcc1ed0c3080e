import { sealedKind } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The address that an emailed link confirms, under the account's key. */
export const mailLinkContent = sealedKind({
  name: 'mail_link',
  schema: z.object({ email: z.string() }),
  versions: [{ shape: '{ email: string }', example: { email: 'miriam@example.org' } }],
});
