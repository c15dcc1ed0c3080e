import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** Earlier details of a document. */
export const documentVersionDetails = sealedKind({
  name: 'document_version',
  schema: z.object({
    document_medical_kind: z.string(),
    source_kind: z.string(),
    source_name: z.string(),
  }),
  versions: [
    {
      shape: '{ document_medical_kind: string, source_kind: string, source_name: string }',
      example: { document_medical_kind: 'Arztbrief', source_kind: 'Krankenhaus', source_name: 'Klinikum Nord' },
    },
  ],
});
export type SealedDetails = Sealed<typeof documentVersionDetails>;
