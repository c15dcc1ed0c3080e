import { locales } from '@konsil/contracts/codes';
import type { Locale } from '@konsil/contracts/codes';
import { common } from './common.ts';
import { instance, preferredLocale, textFiles } from './instance.ts';

const showOnPage = (locale: string) => {
  document.documentElement.lang = locale;
};

/** Starts the words of a portal with its common texts loaded. German is the default language (product.md section 5). */
export async function initI18n({ locale = preferredLocale() }: { locale?: Locale } = {}): Promise<void> {
  showOnPage(locale);
  instance.on('languageChanged', showOnPage);
  await instance.use(textFiles).init({
    lng: locale,
    supportedLngs: locales,
    fallbackLng: false,
    ns: [common.namespace],
    defaultNS: common.namespace,
    interpolation: { escapeValue: false },
  });
}
