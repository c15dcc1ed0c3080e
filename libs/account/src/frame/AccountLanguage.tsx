import { useEffect } from 'react';
import { useSaveSettingsMutation } from '@konsil/api/account';
import { useAuthState } from '@konsil/auth';
import { changeLocale, currentLocale } from '@konsil/i18n';
import { languageWasChosen } from './language.ts';

/** At sign-in the account's language is shown; one that was chosen on the way in goes to the account instead. */
export function AccountLanguage() {
  const { login } = useAuthState();
  const [save] = useSaveSettingsMutation();
  const userId = login?.user_patient_id;
  const locale = login?.locale;

  useEffect(() => {
    if (!userId || !locale || locale === currentLocale()) return;
    if (languageWasChosen()) void save({ locale: currentLocale() });
    // In the language on the page rather than without words.
    else changeLocale(locale).catch(() => {});
  }, [userId, locale, save]);
  return null;
}
