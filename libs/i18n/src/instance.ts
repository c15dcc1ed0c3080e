import { createInstance } from 'i18next';
import type { BackendModule, i18n } from 'i18next';
import type { Locale } from '@konsil/contracts/codes';
import type { TextTree } from './keys.ts';
import { isLocale, keepLocale } from './kept-locale.ts';

export type TextLoaders = Record<Locale, () => Promise<{ default: TextTree }>>;

const loaders = new Map<string, TextLoaders>();
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
    load().then((texts) => done(null, texts.default), (error: Error) => done(error, true));
  },
};

/** The one i18next instance of a portal. */
export const instance: i18n = createInstance();

/** Changes the language, keeps the choice in this browser and waits for the words in use. */
export async function changeLocale(locale: Locale): Promise<void> {
  keepLocale(locale);
  await instance.changeLanguage(locale);
}

/** The language that is shown. */
export const currentLocale = (): Locale => (isLocale(instance.language) ? instance.language : 'de');
