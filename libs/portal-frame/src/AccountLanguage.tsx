import { useEffect } from 'react';
import { useSaveSettingsMutation } from '@konsil/api/account';
import { useAuthState } from '@konsil/auth';
import { changeLocale, currentVariety, hasSimpleTexts } from '@konsil/i18n';
import { hasChosenLanguage, languageSettings } from './language.ts';

/** Applies the account's language at sign-in; a language chosen before the sign-in is saved to the account instead. */
export function AccountLanguage() {
  const { login } = useAuthState();
  const [save] = useSaveSettingsMutation();
  const userId = login?.user_patient_id;
  const locale = login?.locale;
  const simple = login?.simple_texts;

  useEffect(() => {
    if (!userId || !locale) return;
    const current = currentVariety();
    const shown = languageSettings(current);
    if (hasChosenLanguage()) {
      const isKept = shown.locale === locale && (shown.simple_texts ?? false) === (simple ?? false);
      // Saved also for an account without a choice, so that it holds on the next device.
      if (!isKept) void save(shown);
      return;
    }
    const isSimple = hasSimpleTexts() && (simple ?? shown.simple_texts);
    const variety = isSimple ? (`${locale}-simple` as const) : locale;
    // If its texts cannot be loaded, the current language stays.
    if (variety !== current) changeLocale(variety).catch(() => {});
  }, [userId, locale, simple, save]);
  return null;
}
