import type { TFunction } from 'i18next';
import type { Locale } from '@konsil/contracts/codes';
import { instance, needTexts, registerTexts } from './instance.ts';
import type { TextTree, Translate } from './keys.ts';
import { useLocale } from './locale.ts';

/** A named page of words; `T` is its German shape, which English must have too. */
export interface Texts<T extends TextTree> {
  namespace: string;
  /** Carries the shape for the type checker only. */
  shape?: T;
}

/**
 * Declares the words of a feature. Each language is a file of its own and is fetched when the feature is first shown:
 * `defineTexts('todos', { de: () => import('./locales/de.json'), en: () => import('./locales/en.json') })`.
 */
export function defineTexts<T extends TextTree>(
  namespace: string,
  loaders: { de: () => Promise<{ default: T }>; en: () => Promise<{ default: NoInfer<T> }> },
): Texts<T> {
  registerTexts(namespace, loaders);
  return { namespace };
}

const translators = new Map<string, TFunction>();

const translatorFor = (locale: Locale, namespace: string): TFunction => {
  const name = `${locale} ${namespace}`;
  const known = translators.get(name) ?? instance.getFixedT(locale, namespace);
  translators.set(name, known);
  return known;
};

/**
 * The words of a feature in the language shown. Suspends until they are there.
 * @throws what kept them from coming: the page says that a part of it did not load
 */
export function useTexts<T extends TextTree>({ namespace }: Texts<T>): { t: Translate<T> } {
  const locale = useLocale();
  // Thrown, as libraries do: `use` would have to be called again whenever the component is drawn.
  if (!instance.hasLoadedNamespace(namespace)) throw instance.loadNamespaces(namespace);
  needTexts(locale, namespace);
  return { t: translatorFor(locale, namespace) as Translate<T> };
}
