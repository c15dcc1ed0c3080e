import { mostSharedBytes, mostShareFiles, mostShareLinks } from '@konsil/contracts/share-limits';
import { currentLocale, instance } from './instance.ts';
import { formatWait } from './wait-in-words.ts';
import type { CommonTexts, TranslateCommon } from './common.ts';

const inCommon = (key: string) => instance.exists(key, { ns: 'common' });
/** Its texts load with the forms that need them (field-errors/use-field-errors.ts), and name limits of the contracts. */
const behind = {
  ns: 'field-errors',
  files: mostShareFiles,
  megabytes: mostSharedBytes / 1024 / 1024,
  links: mostShareLinks,
};

/**
 * The text of a field error: its message is a key of the contracts, or the code of a problem; an unknown one reads "not
 * valid". Where a page has more fields than the sign-in, `useFieldErrors` loads their texts.
 */
export const fieldError = (
  t: TranslateCommon,
  error: { message?: string | undefined } | undefined,
): string | undefined => {
  if (!error) return undefined;
  const { message = 'invalid' } = error;
  if (inCommon(`errors.${message}`)) return t(`errors.${message as keyof CommonTexts['errors']}`);
  if (instance.exists(message, behind)) return instance.t(message, behind);
  return inCommon(`problems.${message}`) ? problemText(t, message) : t('errors.invalid');
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
