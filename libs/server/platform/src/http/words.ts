import type { Locale } from '@konsil/contracts/first-codes';
import type { ProblemCode } from '@konsil/contracts/problem';
import type errors from '@konsil/i18n/field-errors/locales/en.json';
import type en from '@konsil/i18n/locales/en.json';
import { fieldErrorTexts, interfaceTexts } from '../interface/texts.ts';
import { inEachLanguage } from '../locale-texts.ts';
import { httpTexts } from './texts.ts';

/** The message keys of the contracts and the server that have a text. */
export type FieldCode = keyof typeof en.errors | keyof typeof errors;

// The interface's texts; a code without a text does not compile.
const sentences = inEachLanguage(
  (locale): { problems: Record<ProblemCode, string>; errors: Record<FieldCode, string> } => {
    const { problems, errors } = interfaceTexts[locale];
    // The English one is that of docs/specification.md section 5; the upload form explains each file type itself.
    return { problems, errors: { ...errors, ...fieldErrorTexts[locale], fileType: httpTexts[locale].fileType } };
  },
);

/** The text of a problem. */
export const problemTitle = (code: ProblemCode, locale: Locale): string => sentences[locale].problems[code];
/** The text of a field error. */
export const fieldMessage = (code: FieldCode, locale: Locale): string => sentences[locale].errors[code];
/** True if a message is a key of the contracts rather than a library's sentence. */
export const isFieldCode = (message: string): message is FieldCode => Object.hasOwn(sentences.en.errors, message);
