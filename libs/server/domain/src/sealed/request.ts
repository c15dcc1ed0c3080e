import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The note of a request, and what the patient was told to be missing. */
export const requestTexts = sealedKind({
  name: 'request',
  schema: z.object({ note: z.string(), said_missing: z.optional(z.array(z.string())) }),
  versions: [
    {
      shape: '{ note: string }',
      example: { note: 'Bitte auch das MRT ansehen.' },
      upgrade: (value: object) => value,
    },
    {
      shape: '{ note: string, said_missing?: (string)[] }',
      example: { note: 'Bitte auch das MRT ansehen.', said_missing: ['ultrasound'] },
    },
  ],
});
export type RequestTexts = Sealed<typeof requestTexts>;
