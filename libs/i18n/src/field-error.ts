import { currentLocale, instance } from './instance.ts';
import { formatWait } from './wait-in-words.ts';
import type { CommonTexts, TranslateCommon } from './common.ts';

const inCommon = (key: string) => instance.exists(key, { ns: 'common' });

/**
 * The text of a field error: its message is a key of the contracts, or the code of a problem; an unknown one reads "not
 * valid".
 */
export const fieldError = (
  t: TranslateCommon,
  error: { message?: string | undefined } | undefined,
): string | undefined => {
  if (!error) return undefined;
  const { message = 'invalid' } = error;
  if (inCommon(`problems.${message}`) && !inCommon(`errors.${message}`)) return problemText(t, message);
  return t(`errors.${inCommon(`errors.${message}`) ? (message as keyof CommonTexts['errors']) : 'invalid'}`);
};

/** The reason why a request failed: the problem's code, and the seconds until a retry makes sense, if the server said so. */
export interface FailureReason {
  code?: string | undefined;
  retryAfter?: number | undefined;
}

/** The text of a problem; an unknown one reads as our fault, too many attempts name the wait. */
export const problemText = (t: TranslateCommon, reason: string | FailureReason): string => {
  const { code = 'internal', retryAfter } = typeof reason === 'string' ? { code: reason } : reason;
  if (code === 'too_many' && retryAfter)
    return t('words.tooManyUntil', { time: formatWait(retryAfter, currentLocale()) });
  return t(`problems.${inCommon(`problems.${code}`) ? (code as keyof CommonTexts['problems']) : 'internal'}`);
};
