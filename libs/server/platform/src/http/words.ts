import type { Locale } from '@konsil/contracts/first-codes';
import type { ProblemCode } from '@konsil/contracts/problem';
import de from '@konsil/i18n/locales/de.json';
import en from '@konsil/i18n/locales/en.json';

/** The message keys of the contracts and of the server that have a sentence. */
export type FieldCode = keyof typeof en.errors;

// The texts of the interface; a code without a sentence in one of the languages does not compile.
const sentences: Record<Locale, { problems: Record<ProblemCode, string>; errors: Record<FieldCode, string> }> = {
  de,
  // As docs/specification.md section 5 words it; the upload form explains each type of file itself.
  en: { ...en, errors: { ...en.errors, fileType: 'Supported types: jpg, jpeg, png, pdf. DICOM as dcm or zip' } },
};

/** The sentence of a problem. */
export const problemTitle = (code: ProblemCode, locale: Locale): string => sentences[locale].problems[code];
/** What is wrong with a field. */
export const fieldMessage = (code: FieldCode, locale: Locale): string => sentences[locale].errors[code];
/** True for the message keys of the contracts, false for sentences of a library. */
export const isFieldCode = (message: string): message is FieldCode => Object.hasOwn(en.errors, message);
