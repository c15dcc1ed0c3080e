import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The pictures of the places that a letter points at, by the numbers of its pins; JPEG in Base64. */
export const letterPictures = sealedKind({
  name: 'letter_pictures',
  schema: z.object({
    places: z.array(
      z.object({
        number: z.number(),
        document_id: z.nullable(z.string()),
        picture: z.nullable(z.object({ jpeg: z.string(), width: z.number(), height: z.number() })),
        /** The reason why there is no picture. */
        missing: z.nullable(z.enum(['gone', 'not_drawn'])),
      }),
    ),
  }),
  versions: [
    {
      shape:
        '{ places: ({ number: number, document_id: string | null, picture: { jpeg: string, width: number, height: number } | null, missing: "gone" | "not_drawn" | null })[] }',
      example: {
        places: [
          {
            number: 1,
            document_id: '6a3e0d6f-6a3e-4a55-9a39-0c2e6d0b6f11',
            picture: { jpeg: '/9j/4AAQ', width: 900, height: 675 },
            missing: null,
          },
          { number: 2, document_id: null, picture: null, missing: 'gone' },
        ],
      },
    },
  ],
});
export type LetterPictures = Sealed<typeof letterPictures>;
