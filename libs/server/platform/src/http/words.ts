import type { Locale } from '@konsil/contracts/first-codes';
import type { ProblemCode } from '@konsil/contracts/problem';
import de from '@konsil/i18n/locales/de.json';
import en from '@konsil/i18n/locales/en.json';

/** The message keys of the contracts and the server that have a text. */
export type FieldCode = keyof typeof en.errors;

// The interface's texts; a code without a text in any language does not compile.
const sentences: Record<Locale, { problems: Record<ProblemCode, string>; errors: Record<FieldCode, string> }> = {
  de,
  // The text of docs/specification.md section 5; the upload form explains each file type itself.
  en: { ...en, errors: { ...en.errors, fileType: 'Supported types: jpg, jpeg, png, pdf. DICOM as dcm or zip' } },
};

/** The text of a problem. */
export const problemTitle = (code: ProblemCode, locale: Locale): string => sentences[locale].problems[code];
/** The text of a field error. */
export const fieldMessage = (code: FieldCode, locale: Locale): string => sentences[locale].errors[code];
/** True if a message is a key of the contracts rather than a library's sentence. */
export const isFieldCode = (message: string): message is FieldCode => Object.hasOwn(en.errors, message);
