import { useTranslation } from 'react-i18next';
import { instance, registerTexts } from './instance.ts';
import type { TextTree, Translate } from './keys.ts';

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

/** The words of a feature in the language shown. Suspends until they are there. */
export function useTexts<T extends TextTree>({ namespace }: Texts<T>): { t: Translate<T> } {
  const { t } = useTranslation(namespace, { i18n: instance });
  return { t: t as Translate<T> };
}
