import { instance } from './instance.ts';
import type { CommonTexts, TranslateCommon } from './common.ts';

const inCommon = (key: string) => instance.exists(key, { ns: 'common' });

/**
 * The words for a field's error: its message is a key of the contracts, or the code of the problem that the field
 * caused; an unknown one reads "not valid".
 */
export const fieldError = (t: TranslateCommon, error: { message?: string | undefined } | undefined): string | undefined => {
  if (!error) return undefined;
  const { message = 'invalid' } = error;
  if (inCommon(`problems.${message}`) && !inCommon(`errors.${message}`)) return problemText(t, message);
  return t(`errors.${inCommon(`errors.${message}`) ? (message as keyof CommonTexts['errors']) : 'invalid'}`);
};

/** The words for a problem that a call answered with; an unknown one reads as a fault of ours. */
export const problemText = (t: TranslateCommon, code: string): string =>
  t(`problems.${inCommon(`problems.${code}`) ? (code as keyof CommonTexts['problems']) : 'internal'}`);
