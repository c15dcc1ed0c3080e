import { formTopics, type FormTopic } from '@konsil/contracts/codes';
import { sealedKind, type Sealed } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';
import { exampleAnsweredForm, sealedAnsweredForm } from './answered-form.ts';

/** The parts of the general forms that are text. */
export const textTopics = formTopics.filter(
  (topic): topic is Exclude<FormTopic, 'specialty_form'> => topic !== 'specialty_form',
);
export type TextTopic = (typeof textTopics)[number];

/** The earlier text of each changed part of a case's general forms. */
export const formVersionTexts = sealedKind({
  name: 'form_version',
  schema: z.object({
    before: z.partialRecord(z.enum(textTopics), z.string()),
    /** The answered forms, if they changed. */
    forms: z.optional(z.array(sealedAnsweredForm)),
  }),
  versions: [
    {
      shape:
        '{ before: { ["diagnosis" | "medical_history" | "questions" | "medication" | "allergies" | "previous_illnesses" | "operations" | "family_history" | "lifestyle"]: string } }',
      example: { before: { diagnosis: 'Meniskusriss' } },
      upgrade: (value: object) => value,
    },
    {
      shape:
        '{ before: { ["diagnosis" | "medical_history" | "questions" | "medication" | "allergies" | "previous_illnesses" | "operations" | "family_history" | "lifestyle"]: string }, forms?: ({ doctor: { id: string, name: string }, version: number, fields: ({ id: string, kind: "text" | "long_text" | "number" | "date" | "one_of" | "several_of" | "yes_no", label_de: string, label_en: string, help_de: string, help_en: string, required: boolean, unit: string, min: string, max: string, choices: ({ id: string, label_de: string, label_en: string })[] })[], answers: { [string]: string | (string)[] } })[] }',
      example: { before: {}, forms: [exampleAnsweredForm] },
    },
  ],
});
export type FormVersionTexts = Sealed<typeof formVersionTexts>;
