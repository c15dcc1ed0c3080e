import * as z from 'zod/mini';
import { givenIdSchema, idSchema } from './common.ts';
import { fieldKinds, mostChoices, mostFields } from './field-kinds.ts';

/** A label in both languages; one of them may be empty. */
export const fieldLabelSchema = z.object({ label_de: z.string(), label_en: z.string() });
export type FieldLabel = z.infer<typeof fieldLabelSchema>;

export const formFieldSchema = z.extend(fieldLabelSchema, {
  id: idSchema,
  kind: z.enum(fieldKinds),
  help_de: z.string(),
  help_en: z.string(),
  required: z.boolean(),
  /** The unit and limits of a number; each is empty if there is none. */
  unit: z.string(),
  min: z.string(),
  max: z.string(),
  /** The choices of `one_of` and `several_of`. */
  choices: z.array(z.extend(fieldLabelSchema, { id: idSchema })),
});
export type FormField = z.infer<typeof formFieldSchema>;

/** Answers by field: text as typed, a day `YYYY-MM-DD`, the id of a choice, or of several. Unanswered ones are left out. */
export const fieldAnswersSchema = z.record(z.uuid(), z.union([z.string(), z.array(z.string())]));
export type FieldAnswers = z.infer<typeof fieldAnswersSchema>;

/** A form as it was answered: with its fields, so that a later change of the form changes no answer. */
export const answeredFormSchema = z.object({
  doctor: z.object({ id: idSchema, name: z.string() }),
  version: z.int(),
  fields: z.array(formFieldSchema),
  answers: fieldAnswersSchema,
});
export type AnsweredForm = z.infer<typeof answeredFormSchema>;

/** The form that a case has to fill in now, with the answers so far. */
export const offeredFormSchema = z.omit(answeredFormSchema, { doctor: true });
export type OfferedForm = z.infer<typeof offeredFormSchema>;

/** The answers to one version of the doctor's form. */
export const givenFormSchema = z.object({
  version: z.int(),
  answers: z
    .record(
      givenIdSchema(),
      z.union([
        z.string().check(z.maxLength(10_000, 'tooLong')),
        z.array(givenIdSchema()).check(z.maxLength(mostChoices)),
      ]),
    )
    .check(z.refine((answers) => Object.keys(answers).length <= mostFields, 'tooMany')),
});
