import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The texts of a ToDo. */
export const todoTexts = sealedKind({
  name: 'todo',
  schema: z.object({ title: z.string(), content: z.string() }),
  versions: [
    {
      shape: '{ title: string, content: string }',
      example: { title: 'Blutbild', content: 'Bitte nüchtern abnehmen lassen.' },
    },
  ],
});
export type TodoTexts = Sealed<typeof todoTexts>;
