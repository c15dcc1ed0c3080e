import { createInstance } from 'i18next';
import type { BackendModule, i18n } from 'i18next';
import type { Locale } from '@konsil/contracts/codes';
import type { TextTree } from './keys.ts';
import { isLocale, storeLocale } from './kept-locale.ts';

export type TextLoaders = Record<Locale, () => Promise<{ default: TextTree }>>;

const loaders = new Map<string, TextLoaders>();
const failures = new Map<string, Error>();
let early = false;

/** Registers a feature's texts under its name; they are loaded on first use, in one language. */
export const registerTexts = (namespace: string, texts: TextLoaders): void => {
  loaders.set(namespace, texts);
  if (early && instance.isInitialized) void instance.loadNamespaces(namespace);
};

/**
 * From now on, texts load together with the code that uses them, not when first shown: pages with many parts then wait
 * once.
 */
export const fetchTextsEarly = (): void => {
  const fetchKnown = () => void instance.loadNamespaces([...loaders.keys()]);
  early = true;
  if (instance.isInitialized) fetchKnown();
  else instance.on('initialized', fetchKnown);
};

/** The i18next backend: loads the features' locale files. */
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

/** The single i18next instance of a portal. */
export const instance: i18n = createInstance();

const isThere = (locale: Locale, namespace: string): boolean => instance.hasResourceBundle(locale, namespace);

/** @throws the `import()` error if a feature's texts could not be loaded, because their keys would be shown */
export const requireTexts = (locale: Locale, namespace: string): void => {
  if (!isThere(locale, namespace))
    throw failures.get(`${locale} ${namespace}`) ?? new Error(`No texts ${namespace} in ${locale}`);
};

/**
 * Changes the language once the texts in use are loaded, and stores it in this browser.
 * @throws if they cannot be loaded; the language stays unchanged
 */
export async function changeLocale(locale: Locale): Promise<void> {
  const inUse = [...loaders.keys()].filter((namespace) => isThere(currentLocale(), namespace));
  await instance.reloadResources(
    [locale],
    inUse.filter((namespace) => !isThere(locale, namespace)),
  );
  for (const namespace of inUse) requireTexts(locale, namespace);
  storeLocale(locale);
  await instance.changeLanguage(locale);
}

/** The current language. */
export const currentLocale = (): Locale => (isLocale(instance.language) ? instance.language : 'de');
