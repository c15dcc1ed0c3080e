import { defineTexts, useTexts } from './texts.ts';
import type { TextTree, Translate } from './keys.ts';

/** Words of the whole product: concepts, codes, fields, errors, problems, toasts, generic words. */
export const common = defineTexts('common', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});

type ShapeOf<X> = X extends { shape?: infer T extends TextTree } ? T : never;
export type CommonTexts = ShapeOf<typeof common>;
export type TranslateCommon = Translate<CommonTexts>;

/** The product's common words in the language shown. */
export const useCommon = (): { t: TranslateCommon } => useTexts(common);
