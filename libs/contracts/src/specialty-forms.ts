import * as z from 'zod/mini';
import { givenIdSchema, optionalText, ruleAcrossFields, versionSchema } from './common.ts';
import { fieldKinds, formFieldSchema, mostChoices, mostFields } from './form-fields.ts';
import { decimalOf, isDecimal } from './form-rules.ts';
import { defineRoute } from './route.ts';

const label = { label_de: optionalText(200), label_en: optionalText(200) };
type Label = Record<keyof typeof label, string>;
const inOneLanguage = (message: string) =>
  ruleAcrossFields<Label>(['label_de', 'label_en'], (written) => written.label_de !== '' || written.label_en !== '', {
    message,
    path: ['label_de'],
  });
const limit = optionalText(20).check(z.refine((text) => text === '' || isDecimal(text), 'invalid'));
const isChoice = (kind: string): boolean => kind === 'one_of' || kind === 'several_of';

/** A field as its doctor writes it; an existing one keeps its id, and so do its choices. */
const writtenFieldSchema = z
  .object({
    id: z.optional(givenIdSchema()),
    kind: z.enum(fieldKinds, 'selectOption'),
    ...label,
    help_de: optionalText(500),
    help_en: optionalText(500),
    required: z.boolean(),
    unit: optionalText(20),
    min: limit,
    max: limit,
    choices: z
      .array(z.object({ id: z.optional(givenIdSchema()), ...label }).check(inOneLanguage('answerMissing') as never))
      .check(z.maxLength(mostChoices, 'tooMany')),
  })
  .check(
    inOneLanguage('questionMissing') as never,
    z.refine<{ kind: string; min: string; max: string }>(
      ({ kind, min, max }) => kind !== 'number' || min === '' || max === '' || decimalOf(min) <= decimalOf(max),
      { message: 'invalid', path: ['max'] },
    ) as never,
    z.refine<{ kind: string; choices: unknown[] }>(({ kind, choices }) => !isChoice(kind) || choices.length >= 2, {
      message: 'answerMissing',
      path: ['choices'],
    }) as never,
  );
export type WrittenField = z.infer<typeof writtenFieldSchema>;

/** The fields that a doctor asks for in cases sent to them; none ends the form. */
export const saveSpecialtyFormSchema = z.object({
  version: z.optional(versionSchema),
  fields: z.array(writtenFieldSchema).check(z.maxLength(mostFields, 'tooMany')),
});

export const specialtyFormSchema = z.object({
  /** Grows with each change; 0 before the first form. */
  version: versionSchema,
  fields: z.array(formFieldSchema),
});
export type SpecialtyForm = z.infer<typeof specialtyFormSchema>;

export const specialtyFormRoutes = {
  getSpecialtyForm: defineRoute({
    method: 'GET',
    path: '/api/specialty-form',
    summary: 'The fields that the doctor asks for beside the general forms of a case',
    response: specialtyFormSchema,
  }),
  saveSpecialtyForm: defineRoute({
    method: 'PUT',
    path: '/api/specialty-form',
    summary: 'Replace these fields from now on; what was answered stays as it was answered',
    body: saveSpecialtyFormSchema,
    response: specialtyFormSchema,
  }),
};
