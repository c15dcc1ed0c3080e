import * as z from 'zod/mini';
import { formatTags, type Locale } from './codes.ts';
import { earliestDay, optionalText } from './common.ts';
import allWords from './locales/form-words.json';
import { yesNoCodes, type FieldAnswers, type FieldKind, type FieldLabel, type FormField } from './form-fields.ts';
import { hasVisibleText } from './visible-text.ts';
import { writtenFor, type Written, type WrittenLanguage } from './written.ts';

// "1.000" is a thousand in one language and one in the other: three decimals only after a zero.
const decimal = /^-?(?:0[.,]\d{1,6}|\d{1,9}(?:[.,]\d{1,2})?)$/;
export const isDecimal = (text: string): boolean => decimal.test(text);
/** A number as it was typed, with a comma or a point. */
export const decimalOf = (text: string): number => Number(text.replace(',', '.'));

const withinLimits = (text: string, { min, max }: FormField): boolean =>
  isDecimal(text) &&
  (min === '' || decimalOf(text) >= decimalOf(min)) &&
  (max === '' || decimalOf(text) <= decimalOf(max));

/** Text that is empty, or fits. */
const emptyOr = (fits: (text: string) => boolean, fault: string, max = 200) =>
  optionalText(max).check(z.refine((text) => text === '' || fits(text), fault));

type AnswerSchema = z.ZodMiniType<string | string[], string | string[]>;
const answerSchemas: Record<FieldKind, (field: FormField) => z.ZodMiniType> = {
  text: () => optionalText(500),
  long_text: () => optionalText(4000),
  number: (field) => emptyOr((text) => withinLimits(text, field), 'invalid'),
  date: () =>
    emptyOr((text) => z.iso.date().safeParse(text).success, 'dateInvalid').check(
      z.refine((text) => text === '' || text >= earliestDay, 'dateTooEarly'),
    ),
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
  yes_no: () => emptyOr((text) => yesNoCodes.some((code) => code === text), 'selectOption'),
};
const answerSchemaOf = (field: FormField): AnswerSchema => answerSchemas[field.kind](field) as AnswerSchema;

/** The answers to some fields: each fits its kind and limits; those to other fields are left out. */
export const answersTo = (fields: readonly FormField[]): z.ZodMiniType<FieldAnswers, FieldAnswers> =>
  z.object(
    Object.fromEntries(fields.map((field) => [field.id, z.optional(answerSchemaOf(field))])),
  ) as unknown as z.ZodMiniType<FieldAnswers, FieldAnswers>;

const isGiven = (answer: string | string[] | undefined): answer is string | string[] =>
  typeof answer === 'string' ? hasVisibleText(answer) : answer !== undefined && answer.length > 0;
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

interface Words {
  yesNo: Record<(typeof yesNoCodes)[number], string>;
  between: string;
  least: string;
  most: string;
  /** Marks a text that is there in this language only. */
  only: Record<WrittenLanguage, string>;
}
const words: Record<Locale, Words> = allWords;

/** A text in the reader's language, or in the other one where it is missing. */
export interface SaidIn {
  text: string;
  /** The language of the text, where it is not the reader's. */
  other?: WrittenLanguage;
}
const saidIn = (texts: Written, locale: Locale): SaidIn => {
  const [own, other] = writtenFor(locale);
  return texts[own] || !texts[other] ? { text: texts[own] } : { text: texts[other], other };
};
export const labelIn = ({ label_de: de, label_en: en }: FieldLabel, locale: Locale): SaidIn =>
  saidIn({ de, en }, locale);
export const helpIn = ({ help_de: de, help_en: en }: FormField, locale: Locale): SaidIn => saidIn({ de, en }, locale);

/** Marks a text that is there in the other language only: "German only". */
export const onlyIn = (language: WrittenLanguage, locale: Locale): string => words[locale].only[language];
const marked = ({ text, other }: SaidIn, locale: Locale): string =>
  other ? `${text} (${onlyIn(other, locale)})` : text;

export const yesNoWord = (code: (typeof yesNoCodes)[number], locale: Locale): string => words[locale].yesNo[code];

const numberIn = (value: number, locale: Locale): string =>
  new Intl.NumberFormat(formatTags[locale], { maximumFractionDigits: 6 }).format(value);
const dayIn = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(formatTags[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** An answer in words; empty without one. */
export const answerInWords = (field: FormField, answers: FieldAnswers, locale: Locale): string => {
  const answer = answers[field.id];
  if (!isGiven(answer)) return '';
  const choiceIn = (id: string) => {
    const choice = field.choices.find((one) => one.id === id);
    return choice ? marked(labelIn(choice, locale), locale) : '';
  };
  if (typeof answer !== 'string') return answer.map(choiceIn).filter(Boolean).join(', ');
  if (field.kind === 'one_of') return choiceIn(answer);
  // While it is typed, or in an archive, it need not fit.
  if (!answerSchemaOf(field).safeParse(answer).success) return answer;
  if (field.kind === 'number') return [numberIn(decimalOf(answer), locale), field.unit].filter(Boolean).join(' ');
  if (field.kind === 'date') return dayIn(answer, locale);
  if (field.kind === 'yes_no') return yesNoWord(answer as (typeof yesNoCodes)[number], locale);
  return answer;
};

/** The limits of a number: "10 to 250 kg". */
export const limitsIn = ({ min, max, unit }: FormField, locale: Locale): string => {
  const [low, high] = [min, max].map((limit) => limit && numberIn(decimalOf(limit), locale));
  const { between, least, most } = words[locale];
  const sentence = low && high ? between : low ? least : high ? most : '';
  const range = sentence.replace('{{low}}', low ?? '').replace('{{high}}', high ?? '');
  return range && [range, unit].filter(Boolean).join(' ');
};

/** The answered fields with their labels, for print. */
export const answeredLines = (
  { fields, answers }: { fields: readonly FormField[]; answers: FieldAnswers },
  locale: Locale,
): { id: string; label: string; answer: string }[] =>
  fields.flatMap((field) => {
    const answer = answerInWords(field, answers, locale);
    return answer ? [{ id: field.id, label: marked(labelIn(field, locale), locale), answer }] : [];
  });
