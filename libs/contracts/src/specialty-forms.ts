import * as z from 'zod/mini';
import { givenIdSchema, optionalText, ruleAcrossFields, versionSchema } from './common.ts';
import { formFieldSchema } from './form-fields.ts';
import { fieldKinds, hasChoices, mostChoices, mostFields } from './field-kinds.ts';
import { decimalOf, isDecimal } from './form-words.ts';
import { defineRoute } from './route.ts';
import { hasVisibleText } from './visible-text.ts';

// A text of only invisible characters is none.
const labelText = optionalText(200).check(z.overwrite((text) => (hasVisibleText(text) ? text : '')));
const label = { label_de: labelText, label_en: labelText };
type Label = Record<keyof typeof label, string>;
const inOneLanguage = (message: string) =>
  ruleAcrossFields<Label>(['label_de', 'label_en'], (written) => written.label_de !== '' || written.label_en !== '', {
    message,
    path: ['label_de'],
  });
const choiceLabel = z.object(label).check(inOneLanguage('answerMissing') as never);
const numberLimit = z.string().check(z.refine((text) => text === '' || isDecimal(text), 'invalid'));
/** A check of properties that only some kinds of fields have: left over from an earlier kind, they are neither checked nor stored. */
const ofKind =
  (applies: (written: { kind: string }) => boolean, schema: z.ZodMiniType) =>
  ({ value, issues }: { value: { kind: string }; issues: unknown[] }): void => {
    const { error } = applies(value) ? schema.safeParse(value) : {};
    for (const { path, message } of error?.issues ?? []) issues.push({ code: 'custom', path, message, input: value });
  };

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
    min: optionalText(20),
    max: optionalText(20),
    choices: z
      .array(z.object({ id: z.optional(givenIdSchema()), ...label }))
      .check(z.maxLength(mostChoices, 'tooMany')),
  })
  .check(
    inOneLanguage('questionMissing') as never,
    ofKind(({ kind }) => kind === 'number', z.object({ min: numberLimit, max: numberLimit })) as never,
    ofKind(({ kind }) => hasChoices(kind), z.object({ choices: z.array(choiceLabel) })) as never,
    z.refine<{ kind: string; min: string; max: string }>(
      ({ kind, min, max }) =>
        kind !== 'number' || !isDecimal(min) || !isDecimal(max) || decimalOf(min) <= decimalOf(max),
      { message: 'invalid', path: ['max'] },
    ) as never,
    z.refine<{ kind: string; choices: unknown[] }>(({ kind, choices }) => !hasChoices(kind) || choices.length >= 2, {
      message: 'answerMissing',
      path: ['choices'],
    }) as never,
  );
export type WrittenField = z.infer<typeof writtenFieldSchema>;

/** The fields of a form; none ends it. */
export const saveFormSchema = z.object({
  version: z.optional(versionSchema),
  fields: z.array(writtenFieldSchema).check(z.maxLength(mostFields, 'tooMany')),
});
/** The fields that a doctor asks for in cases sent to them; none goes without a form, also without the specialty's. */
export const saveSpecialtyFormSchema = z.extend(saveFormSchema, {
  /** Ends the doctor's own form: that of the specialty counts again. */
  follows: z.optional(z.boolean()),
  /** The version of the specialty's form that was shown, 0 if none was: a newer one is not declined unseen. */
  seen_of_specialty: z.optional(versionSchema),
});

export const specialtyFormSchema = z.object({
  /** Grows with each change; 0 before the first form. */
  version: versionSchema,
  fields: z.array(formFieldSchema),
});
export type SpecialtyForm = z.infer<typeof specialtyFormSchema>;

export const doctorsFormSchema = z.extend(specialtyFormSchema, {
  /** The doctor has neither own fields nor chose to go without: the form of the specialty counts, if there is one. */
  follows: z.boolean(),
  /** The form that an operator gave to the doctor's specialty. */
  of_specialty: z.optional(z.extend(specialtyFormSchema, { specialty: z.string() })),
});
export type DoctorsForm = z.infer<typeof doctorsFormSchema>;

export const specialtyFormRoutes = {
  getSpecialtyForm: defineRoute({
    method: 'GET',
    path: '/api/specialty-form',
    summary: 'The fields that the doctor asks for beside the general forms of a case, and those of the specialty',
    response: doctorsFormSchema,
  }),
  saveSpecialtyForm: defineRoute({
    method: 'PUT',
    path: '/api/specialty-form',
    summary: 'Replace these fields from now on; what was answered stays as it was answered',
    body: saveSpecialtyFormSchema,
    response: doctorsFormSchema,
  }),
};
