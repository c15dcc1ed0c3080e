import { useLocation } from 'react-router-dom';
import { locales } from '@konsil/contracts/first-codes';
import type { Locale } from '@konsil/contracts/codes';
import { changeLocale, useCommon, useLocale, useTexts } from '@konsil/i18n';
import type { LanguageSwitchProps } from '@konsil/ui';
import { publicTexts } from './texts.ts';

let chosen = false;

/** Records that the user chose a language, which is saved to the account at sign-in. */
export const recordLanguageChoice = (): void => {
  chosen = true;
};

/** Whether the user chose a language on this page or on the way to it. */
export const hasChosenLanguage = (): boolean => chosen;

/** The language switch of every header: keeps the path. `keep` saves the choice to the account. */
export const useLanguages = (keep?: (locale: Locale) => void): LanguageSwitchProps => {
  const { t } = useTexts(publicTexts);
  const { t: c } = useCommon();
  const current = useLocale();
  const { pathname, search } = useLocation();
  const linkTo = (locale: Locale) => {
    const query = new URLSearchParams(search);
    query.set('lang', locale);
    return `${pathname}?${query.toString()}`;
  };
  return {
    label: t('frame.language'),
    current,
    languages: locales.map((code) => ({ code, name: c(`codes.locale.${code}`), href: linkTo(code) })),
    onChange: (code) => {
      recordLanguageChoice();
      // If the texts fail to load, request the page in that language, as the link does.
      changeLocale(code as Locale).then(
        () => keep?.(code as Locale),
        () => window.location.assign(linkTo(code as Locale)),
      );
    },
  };
};
