import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** A doctor's text snippet, under the doctor's account key. */
export const snippetTexts = sealedKind({
  name: 'snippet',
  schema: z.object({ title: z.string(), text: z.string() }),
  versions: [{ shape: '{ title: string, text: string }', example: { title: 'Gruß', text: 'Mit freundlichen Grüßen' } }],
});
export type SnippetTexts = Sealed<typeof snippetTexts>;
