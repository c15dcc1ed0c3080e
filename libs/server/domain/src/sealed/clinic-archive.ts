import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The DICOMweb root of a clinic's archive, and the `authorization` header that it takes, under the installation's key. */
export const clinicArchiveSecrets = sealedKind({
  name: 'clinic-archive',
  schema: z.object({ url: z.string(), authorization: z.optional(z.string()) }),
  versions: [
    {
      shape: '{ url: string, authorization?: string }',
      example: { url: 'https://archive.clinic.example/dicom-web', authorization: 'Basic x' },
    },
  ],
});
export type ClinicArchiveSecrets = Sealed<typeof clinicArchiveSecrets>;
