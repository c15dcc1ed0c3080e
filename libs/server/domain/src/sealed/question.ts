import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** A question of the patient with the doctor's answer. */
export const questionTexts = sealedKind({
  name: 'question',
  schema: z.object({ text: z.string(), answer: z.optional(z.string()) }),
  versions: [
    { shape: '{ text: string, answer?: string }', example: { text: 'Muss ich operiert werden?', answer: 'Nein.' } },
  ],
});
export type QuestionTexts = Sealed<typeof questionTexts>;
