import { createInstance } from 'i18next';
import type { BackendModule, i18n } from 'i18next';
import { localeOf, type Locale, type Variety } from '@konsil/contracts/first-codes';
import type { TextTree } from './keys.ts';
import { storeLocale } from './kept-locale.ts';

export type TextLoader<T extends TextTree = TextTree> = (locale: Locale) => Promise<{ default: T }>;

export type SimpleTexts = TextLoader<Record<string, TextTree>>;

let simpleTexts: SimpleTexts | undefined;
let simple = false;

/** Registers the texts of a portal in simple form, by namespace. A text without one is shown as usual. */
export const defineSimpleTexts = (texts: SimpleTexts): void => {
  simpleTexts = texts;
};

/** True if the portal has simple forms to choose. */
export const hasSimpleTexts = (): boolean => simpleTexts !== undefined;

const loaders = new Map<string, TextLoader>();
const failures = new Map<string, Error>();
let early = false;

/** Registers a feature's texts under its name; they are loaded on first use, in one language. */
export const registerTexts = (namespace: string, texts: TextLoader): void => {
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
    const load = loaders.get(namespace);
    if (!load) return done(new Error(`No texts ${namespace}`), false);
    load(language as Locale).then(
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

/** The namespace with the simple forms of a namespace. */
export const simpleOf = (namespace: string): string => `simple-${namespace}`;

/** Chooses the simple form, or the usual one; the texts are loaded first. */
export const loadVariety = async (variety: Variety): Promise<void> => {
  const locale = localeOf(variety);
  const texts = locale && locale !== variety ? await simpleTexts?.(locale) : undefined;
  if (locale && texts)
    for (const [namespace, tree] of Object.entries(texts.default))
      instance.addResourceBundle(locale, simpleOf(namespace), tree);
  simple = texts !== undefined;
};

/**
 * Changes the language once the texts in use are loaded, and stores it in this browser.
 * @throws if they cannot be loaded; the language stays unchanged
 */
export async function changeLocale(variety: Variety): Promise<void> {
  const locale = localeOf(variety) ?? 'de';
  const inUse = [...loaders.keys()].filter((namespace) => isThere(currentLocale(), namespace));
  await instance.reloadResources(
    [locale],
    inUse.filter((namespace) => !isThere(locale, namespace)),
  );
  for (const namespace of inUse) requireTexts(locale, namespace);
  await loadVariety(variety);
  storeLocale(variety);
  await instance.changeLanguage(locale);
}

/** The current language. */
export const currentLocale = (): Locale => localeOf(instance.language) ?? 'de';

/** The current language, or its simple form. */
export const currentVariety = (): Variety => (simple ? `${currentLocale()}-simple` : currentLocale());
