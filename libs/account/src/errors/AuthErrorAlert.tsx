// @bundle route
import { useTexts } from '@konsil/i18n';
import { Alert } from '@konsil/ui';
import { authErrorOf } from './auth-error.ts';
import { errorTexts } from './texts.ts';

/** The text of a named authentication error. */
export function AuthErrorAlert({ error }: { error: string | null }) {
  const { t } = useTexts(errorTexts);
  return <Alert tone="danger">{t(authErrorOf(error))}</Alert>;
}
