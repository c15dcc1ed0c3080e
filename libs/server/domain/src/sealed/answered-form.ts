import { fieldKinds } from '@konsil/contracts/field-kinds';
import * as z from 'zod/mini';

const label = { label_de: z.string(), label_en: z.string() };
/** A field of a doctor's form inside sealed JSON of several kinds. A change needs a new version of each of them. */
export const sealedField = z.object({
  id: z.string(),
  kind: z.enum(fieldKinds),
  ...label,
  help_de: z.string(),
  help_en: z.string(),
  required: z.boolean(),
  unit: z.string(),
  min: z.string(),
  max: z.string(),
  choices: z.array(z.object({ id: z.string(), ...label })),
});
/** A form with the answers to it. */
export const sealedAnsweredForm = z.object({
  doctor: z.object({ id: z.string(), name: z.string() }),
  version: z.number(),
  fields: z.array(sealedField),
  answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

/** Examples for the versions of those kinds. */
export const exampleField = {
  id: '2f1c7e0a-58f4-4a4b-9d0e-5c6f8f1f7a10',
  kind: 'number' as const,
  label_de: 'Körpergewicht',
  label_en: 'Body weight',
  help_de: '',
  help_en: '',
  required: true,
  unit: 'kg',
  min: '2',
  max: '300',
  choices: [],
};
export const exampleAnsweredForm = {
  doctor: { id: '5a0f8d8c-0b1e-4a1c-8f6b-2a8f0f3f9d55', name: 'Dr. Elif Sandberg' },
  version: 2,
  fields: [exampleField],
  answers: { [exampleField.id]: '72,5' },
};
