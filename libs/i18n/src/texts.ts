import type { TFunction } from 'i18next';
import type { Variety } from '@konsil/contracts/first-codes';
import { currentLocale, instance, requireTexts, registerTexts, simpleOf, type TextLoader } from './instance.ts';
import type { TextTree, Translate } from './keys.ts';
import { useVariety } from './locale.ts';

/** The texts of a feature; `T` is the German shape, which the other languages must match (tools/checks/words.test.mjs). */
export interface Texts<T extends TextTree> {
  namespace: string;
  /** Carries the shape for the type checker only. */
  shape?: T;
}

/**
 * Declares the texts of a feature. Each language is its own file, loaded when the feature is first shown:
 * ``defineTexts<typeof de>('todos', (locale) => import(`./locales/${locale}.json`))``. The build bundles them by
 * exactly this import (tools/vite/words.mts).
 */
export function defineTexts<T extends TextTree>(namespace: string, load: TextLoader<T>): Texts<T> {
  registerTexts(namespace, load);
  return { namespace };
}

const translators = new Map<string, TFunction>();

const translatorFor = (variety: Variety, namespace: string): TFunction => {
  const name = `${variety} ${namespace}`;
  const locale = currentLocale();
  const known =
    translators.get(name) ??
    instance.getFixedT(locale, locale === variety ? namespace : [simpleOf(namespace), namespace]);
  translators.set(name, known);
  return known;
};

/**
 * The texts of a feature in the current language. Suspends until they are loaded.
 * @throws if they cannot be loaded; the page shows that a part failed to load
 */
export function useTexts<T extends TextTree>({ namespace }: Texts<T>): { t: Translate<T> } {
  const variety = useVariety();
  // Throws the promise, because `use` would need the same promise on every render.
  if (!instance.hasLoadedNamespace(namespace)) throw instance.loadNamespaces(namespace);
  requireTexts(currentLocale(), namespace);
  return { t: translatorFor(variety, namespace) as Translate<T> };
}
