import { sealedKind } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The name that somebody gave when opening a share link, under the patient's key. */
export const shareOpening = sealedKind({
  name: 'share_opening',
  schema: z.object({ recipient: z.string() }),
  versions: [{ shape: '{ recipient: string }', example: { recipient: 'Praxis Ohlsen' } }],
});
