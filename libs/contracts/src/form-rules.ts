import * as z from 'zod/mini';
import { optionalText } from './common.ts';
import { earliestDay, isDay } from './days.ts';
import type { FieldKind } from './field-kinds.ts';
import type { FieldAnswers, FormField } from './form-fields.ts';
import { isGiven, isYesNo, withinLimits } from './form-words.ts';

/** Text that is empty, or fits. */
const emptyOr = (fits: (text: string) => boolean, fault: string, max = 200) =>
  optionalText(max).check(z.refine((text) => text === '' || fits(text), fault));

type AnswerSchema = z.ZodMiniType<string | string[], string | string[]>;
const answerSchemas: Record<FieldKind, (field: FormField) => z.ZodMiniType> = {
  text: () => optionalText(500),
  long_text: () => optionalText(4000),
  number: (field) => emptyOr((text) => withinLimits(text, field), 'invalid'),
  date: () =>
    emptyOr(isDay, 'dateInvalid').check(z.refine((text) => text === '' || text >= earliestDay, 'dateTooEarly')),
  one_of: ({ choices }) =>
    optionalText().check(
      z.toLowerCase(),
      z.refine((text) => text === '' || choices.some(({ id }) => id === text), 'selectOption'),
    ),
  several_of: ({ choices }) =>
    z
      .array(z.string())
      .check(
        z.refine(
          (chosen) =>
            new Set(chosen).size === chosen.length && chosen.every((one) => choices.some(({ id }) => id === one)),
          'selectOption',
        ),
      ),
  yes_no: () => emptyOr(isYesNo, 'selectOption'),
};
const answerSchemaOf = (field: FormField): AnswerSchema => answerSchemas[field.kind](field) as AnswerSchema;

/** The answers to some fields: each fits its kind and limits; those to other fields are left out. */
export const answersTo = (fields: readonly FormField[]): z.ZodMiniType<FieldAnswers, FieldAnswers> =>
  z.object(
    Object.fromEntries(fields.map((field) => [field.id, z.optional(answerSchemaOf(field))])),
  ) as unknown as z.ZodMiniType<FieldAnswers, FieldAnswers>;

/** The answers without empty ones. */
export const givenAnswers = (answers: FieldAnswers): FieldAnswers =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => isGiven(answer)));

/** Required fields without an answer. */
export const missingFields = (fields: readonly FormField[], answers: FieldAnswers): FormField[] =>
  fields.filter(({ id, required }) => required && !isGiven(answers[id]));

/** Earlier answers that a newer version of the form can begin with: those of the same kind that still fit. */
export const carriedAnswers = (
  fields: readonly FormField[],
  before: { fields: readonly FormField[]; answers: FieldAnswers },
): FieldAnswers =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const answer = before.answers[field.id];
      const isSame = before.fields.some(({ id, kind }) => id === field.id && kind === field.kind);
      return isSame && isGiven(answer) && answerSchemaOf(field).safeParse(answer).success ? [[field.id, answer]] : [];
    }),
  );
