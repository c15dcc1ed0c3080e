import { useEffect } from 'react';
import { useSaveSettingsMutation } from '@konsil/api/account';
import { useAuthState } from '@konsil/auth';
import { changeLocale, currentLocale } from '@konsil/i18n';
import { hasChosenLanguage } from './language.ts';

/** Applies the account's language at sign-in; a language chosen before the sign-in is saved to the account instead. */
export function AccountLanguage() {
  const { login } = useAuthState();
  const [save] = useSaveSettingsMutation();
  const userId = login?.user_patient_id;
  const locale = login?.locale;

  useEffect(() => {
    if (!userId || !locale || locale === currentLocale()) return;
    if (hasChosenLanguage()) void save({ locale: currentLocale() });
    // If its texts cannot be loaded, the current language stays.
    else changeLocale(locale).catch(() => {});
  }, [userId, locale, save]);
  return null;
}
