import { useLocation } from 'react-router-dom';
import { localeOf, locales } from '@konsil/contracts/first-codes';
import type { Variety } from '@konsil/contracts/first-codes';
import { changeLocale, hasSimpleTexts, useCommon, useLocale, useTexts, useVariety } from '@konsil/i18n';
import type { LanguageSwitchProps } from '@konsil/ui';
import { publicTexts } from './texts.ts';

let chosen = false;

/** Records that the user chose a language, which is saved to the account at sign-in. */
export const recordLanguageChoice = (): void => {
  chosen = true;
};

/** True if the user chose a language on this page or on the way to it. */
export const hasChosenLanguage = (): boolean => chosen;

/** A language variety as account settings; simple language only if the portal has it. */
export const languageSettings = (variety: Variety) => ({
  locale: localeOf(variety) ?? 'de',
  ...(hasSimpleTexts() && { simple_texts: variety !== localeOf(variety) }),
});

/** The language switch of every header: keeps the path. `keep` saves the choice to the account. */
export const useLanguages = (keep?: (chosen: ReturnType<typeof languageSettings>) => void): LanguageSwitchProps => {
  const { t } = useTexts(publicTexts);
  const { t: c } = useCommon();
  const locale = useLocale();
  const current = useVariety();
  const { pathname, search } = useLocation();
  const linkTo = (variety: Variety) => {
    const query = new URLSearchParams(search);
    query.set('lang', variety);
    return `${pathname}?${query.toString()}`;
  };
  const simple: Variety = `${locale}-simple`;
  return {
    label: t('frame.language'),
    current,
    languages: [
      ...locales.map((code) => ({ code, name: c(`codes.locale.${code}`), href: linkTo(code) })),
      ...(hasSimpleTexts()
        ? [{ code: simple, name: c(`codes.locale.${locale}`), label: t('frame.simple'), href: linkTo(simple) }]
        : []),
    ],
    onChange: (code) => {
      recordLanguageChoice();
      // If the texts fail to load, request the page in that language, as the link does.
      changeLocale(code as Variety).then(
        () => keep?.(languageSettings(code as Variety)),
        () => window.location.assign(linkTo(code as Variety)),
      );
    },
  };
};
