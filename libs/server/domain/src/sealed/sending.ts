import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The content of a held submission. */
export const heldContent = sealedKind({
  name: 'sending',
  schema: z.object({
    payload: z.record(z.string(), z.unknown()),
    /** The content of its form. */
    draft: z.nullable(z.record(z.string(), z.unknown())),
  }),
  versions: [
    {
      shape: '{ payload: { [string]: unknown }, draft: { [string]: unknown } | null }',
      example: { payload: { body: { subject: 'Rückfrage', message: 'Darf ich Sport treiben?' } }, draft: null },
    },
  ],
});
export type HeldContent = Sealed<typeof heldContent>;
