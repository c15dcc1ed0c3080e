import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The texts of two doctors about a second look, under the patient's key. */
export const secondLookTexts = sealedKind({
  name: 'second_look',
  schema: z.object({ question: z.string(), answer: z.nullable(z.string()) }),
  versions: [
    {
      shape: '{ question: string, answer: string | null }',
      example: { question: 'Würden Sie operieren?', answer: 'Nein, ich würde in sechs Monaten kontrollieren.' },
    },
  ],
});
export type SecondLookTexts = Sealed<typeof secondLookTexts>;
