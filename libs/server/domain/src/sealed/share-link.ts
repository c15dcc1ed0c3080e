import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The sealed part of a share link, under the patient's key. */
export const shareSecrets = sealedKind({
  name: 'share_link',
  schema: z.object({
    label: z.string(),
    /** Counts; the summary is shared or not. */
    content: z.object({ answers: z.number(), summary: z.boolean(), documents: z.number(), images: z.number() }),
  }),
  versions: [
    {
      shape: '{ label: string, content: { answers: number, summary: boolean, documents: number, images: number } }',
      example: { label: 'Hausärztin', content: { answers: 1, summary: true, documents: 2, images: 0 } },
    },
  ],
});
export type ShareSecrets = Sealed<typeof shareSecrets>;
