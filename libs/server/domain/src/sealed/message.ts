import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The texts of a message. */
export const messageTexts = sealedKind({
  name: 'message',
  schema: z.object({ subject: z.string(), message: z.string() }),
  versions: [
    {
      shape: '{ subject: string, message: string }',
      example: { subject: 'Rückfrage', message: 'Darf ich Sport treiben?' },
    },
  ],
});
export type MessageTexts = Sealed<typeof messageTexts>;
