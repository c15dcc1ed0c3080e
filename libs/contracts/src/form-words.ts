// Separate from form-rules.ts, so that pages can show answers without loading the schemas.
import { formatTags, type Locale } from './codes.ts';
import { earliestDay, isDay } from './days.ts';
import { yesNoCodes } from './field-kinds.ts';
import type { FieldAnswers, FieldLabel, FormField } from './form-fields.ts';
import allWords from './locales/form-words.json';
import { hasVisibleText } from './visible-text.ts';
import { writtenFor, type Written, type WrittenLanguage } from './written.ts';

// "1.000" is a thousand in one language and one in the other: three decimals only after a zero.
const decimal = /^-?(?:0[.,]\d{1,6}|\d{1,9}(?:[.,]\d{1,2})?)$/;
export const isDecimal = (text: string): boolean => decimal.test(text);
/** A number as it was typed, with a comma or a point. */
export const decimalOf = (text: string): number => Number(text.replace(',', '.'));

/** True for a number within the limits of its field. */
export const withinLimits = (text: string, { min, max }: FormField): boolean =>
  isDecimal(text) &&
  (min === '' || decimalOf(text) >= decimalOf(min)) &&
  (max === '' || decimalOf(text) <= decimalOf(max));

type YesNo = (typeof yesNoCodes)[number];
export const isYesNo = (text: string): text is YesNo => yesNoCodes.some((code) => code === text);
const isFormDay = (text: string): boolean => isDay(text) && text >= earliestDay;

/** True for an answer with content. */
export const isGiven = (answer: string | string[] | undefined): answer is string | string[] =>
  typeof answer === 'string' ? hasVisibleText(answer) : answer !== undefined && answer.length > 0;

interface Words {
  yesNo: Record<YesNo, string>;
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

export const yesNoWord = (code: YesNo, locale: Locale): string => words[locale].yesNo[code];

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
  if (field.kind === 'number' && withinLimits(answer, field))
    return [numberIn(decimalOf(answer), locale), field.unit].filter(Boolean).join(' ');
  if (field.kind === 'date' && isFormDay(answer)) return dayIn(answer, locale);
  if (field.kind === 'yes_no' && isYesNo(answer)) return yesNoWord(answer, locale);
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
