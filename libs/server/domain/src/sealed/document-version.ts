import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** Earlier details of a document. */
export const documentVersionDetails = sealedKind({
  name: 'document_version',
  schema: z.object({
    document_medical_kind: z.string(),
    source_kind: z.string(),
    source_name: z.string(),
    date_unknown: z.optional(z.literal(true)),
  }),
  versions: [
    {
      shape: '{ document_medical_kind: string, source_kind: string, source_name: string }',
      example: { document_medical_kind: 'Arztbrief', source_kind: 'Krankenhaus', source_name: 'Klinikum Nord' },
      // Older details have a date.
      upgrade: (value: object) => value,
    },
    {
      shape: '{ document_medical_kind: string, source_kind: string, source_name: string, date_unknown?: true }',
      example: {
        document_medical_kind: 'Arztbrief',
        source_kind: 'Krankenhaus',
        source_name: 'Klinikum Nord',
        date_unknown: true,
      },
    },
  ],
});
export type SealedDetails = Sealed<typeof documentVersionDetails>;
