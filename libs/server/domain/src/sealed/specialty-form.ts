import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';
import { exampleField, sealedField } from './answered-form.ts';

/** A form: a doctor's own under the doctor's account key, that of a specialty under the installation's. */
export const specialtyFormTexts = sealedKind({
  name: 'specialty_form',
  schema: z.object({ fields: z.array(sealedField) }),
  versions: [
    {
      shape:
        '{ fields: ({ id: string, kind: "text" | "long_text" | "number" | "date" | "one_of" | "several_of" | "yes_no", label_de: string, label_en: string, help_de: string, help_en: string, required: boolean, unit: string, min: string, max: string, choices: ({ id: string, label_de: string, label_en: string })[] })[] }',
      example: { fields: [exampleField] },
    },
  ],
});
export type SpecialtyFormTexts = Sealed<typeof specialtyFormTexts>;
