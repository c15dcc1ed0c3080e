import { formTopics } from '@konsil/contracts/codes';
import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';

/** The earlier text of each changed part of a case's general forms. */
export const formVersionTexts = sealedKind({
  name: 'form_version',
  schema: z.object({ before: z.partialRecord(z.enum(formTopics), z.string()) }),
  versions: [
    {
      shape:
        '{ before: { ["diagnosis" | "medical_history" | "questions" | "medication" | "allergies" | "previous_illnesses" | "operations" | "family_history" | "lifestyle"]: string } }',
      example: { before: { diagnosis: 'Meniskusriss' } },
    },
  ],
});
export type FormVersionTexts = Sealed<typeof formVersionTexts>;
