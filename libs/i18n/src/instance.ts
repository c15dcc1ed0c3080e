import { createInstance } from 'i18next';
import type { BackendModule, i18n } from 'i18next';
import type { Locale } from '@konsil/contracts/codes';
import type { TextTree } from './keys.ts';
import { isLocale, keepLocale } from './kept-locale.ts';

export type TextLoaders = Record<Locale, () => Promise<{ default: TextTree }>>;

const loaders = new Map<string, TextLoaders>();
const failures = new Map<string, Error>();
let early = false;

/** Makes a feature's words known under its name; they are fetched when first used, in one language. */
export const registerTexts = (namespace: string, texts: TextLoaders): void => {
  loaders.set(namespace, texts);
  if (early && instance.isInitialized) void instance.loadNamespaces(namespace);
};

/**
 * From now on words are fetched as soon as the code that shows them is there, and not when it first shows them: pages
 * whose words stand in one file wait for them once, not once for each of their parts.
 */
export const fetchTextsEarly = (): void => {
  const fetchKnown = () => void instance.loadNamespaces([...loaders.keys()]);
  early = true;
  if (instance.isInitialized) fetchKnown();
  else instance.on('initialized', fetchKnown);
};

/** Where i18next gets the words from: the features' own language files. */
export const textFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = loaders.get(namespace)?.[language as Locale];
    if (!load) return done(new Error(`No texts ${namespace} in ${language}`), false);
    load().then(
      (texts) => done(null, texts.default),
      (error: Error) => {
        failures.set(`${language} ${namespace}`, error);
        done(error, true);
      },
    );
  },
};

/** The one i18next instance of a portal. */
export const instance: i18n = createInstance();

const isThere = (locale: Locale, namespace: string): boolean => instance.hasResourceBundle(locale, namespace);

/** @throws what kept the words of a feature from coming, as `import()` said it; without them their names would be shown */
export const needTexts = (locale: Locale, namespace: string): void => {
  if (!isThere(locale, namespace))
    throw failures.get(`${locale} ${namespace}`) ?? new Error(`No texts ${namespace} in ${locale}`);
};

/**
 * Changes the language once the words in use are there, and keeps the choice in this browser.
 * @throws what kept them from coming; the language stays as it is
 */
export async function changeLocale(locale: Locale): Promise<void> {
  const inUse = [...loaders.keys()].filter((namespace) => isThere(currentLocale(), namespace));
  await instance.reloadResources(
    [locale],
    inUse.filter((namespace) => !isThere(locale, namespace)),
  );
  for (const namespace of inUse) needTexts(locale, namespace);
  keepLocale(locale);
  await instance.changeLanguage(locale);
}

/** The language that is shown. */
export const currentLocale = (): Locale => (isLocale(instance.language) ? instance.language : 'de');
