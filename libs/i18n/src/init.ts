import { localeOf, locales, type Locale, type Variety } from '@konsil/contracts/first-codes';
import { common } from './common.ts';
import type { TextTree } from './keys.ts';
import type { Texts } from './texts.ts';
import { instance, loadVariety, requireTexts, textFiles } from './instance.ts';
import { preferredLocale } from './kept-locale.ts';

type FirstTexts = Pick<Texts<TextTree>, 'namespace'>[];

const showOnPage = (locale: string) => {
  document.documentElement.lang = locale;
};

/**
 * Loads the common texts and those of the first page, in a browser or not.
 * @throws if they cannot be loaded
 */
export async function startTexts({ locale, first = [] }: { locale: Locale; first?: FirstTexts }): Promise<void> {
  const needed = [common.namespace, ...first.map(({ namespace }) => namespace)];
  await instance.use(textFiles).init({
    lng: locale,
    supportedLngs: locales,
    fallbackLng: false,
    // A copy: i18next adds later namespaces, which the first page does not wait for.
    ns: [...needed],
    defaultNS: common.namespace,
    interpolation: { escapeValue: false },
    // For about two seconds, because the user is waiting.
    maxRetries: 3,
  });
  for (const namespace of needed) requireTexts(locale, namespace);
}

/**
 * Initialises the texts of a portal, with the common ones and those of the first page. German is the default language
 * (docs/product.md section 5).
 */
export async function initI18n({
  locale = preferredLocale(),
  first = [],
}: {
  locale?: Variety;
  first?: FirstTexts;
} = {}): Promise<void> {
  const language = localeOf(locale) ?? 'de';
  showOnPage(language);
  instance.on('languageChanged', showOnPage);
  await startTexts({ locale: language, first });
  // If the simple texts cannot be loaded, the usual ones are shown.
  await loadVariety(locale).catch(() => {});
}
