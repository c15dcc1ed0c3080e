import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The note of a request. */
export const requestTexts = sealedKind({
  name: 'request',
  schema: z.object({ note: z.string() }),
  versions: [{ shape: '{ note: string }', example: { note: 'Bitte auch das MRT ansehen.' } }],
});
export type RequestTexts = Sealed<typeof requestTexts>;
