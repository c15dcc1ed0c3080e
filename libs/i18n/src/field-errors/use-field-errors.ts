// @bundle forms
import { useCommon } from '../common.ts';
import { fieldError } from '../field-error.ts';
import { useTexts } from '../texts.ts';
import { fieldErrorTexts } from './texts.ts';

export { fieldErrorTexts };

/**
 * The text of any field error, by `fieldError`. Suspends until the texts are loaded.
 * @throws if they cannot be loaded; the page shows that a part failed to load
 */
export const useFieldErrors = (): ((error: { message?: string | undefined } | undefined) => string | undefined) => {
  const { t } = useCommon();
  useTexts(fieldErrorTexts);
  return (error) => fieldError(t, error);
};
