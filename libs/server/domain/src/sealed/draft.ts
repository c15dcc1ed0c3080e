import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** Unsent input. Its form knows the members (`libs/drafts`); measurements have a version of their own. */
export const draftContent = sealedKind({
  name: 'draft',
  schema: z.record(z.string(), z.unknown()),
  versions: [{ shape: '{ [string]: unknown }', example: { subject: 'Rückfrage', message: 'Darf ich' } }],
});
export type DraftContent = Sealed<typeof draftContent>;
