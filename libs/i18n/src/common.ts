// @words first
import { defineTexts, useTexts } from './texts.ts';
import type { TextTree, Translate } from './keys.ts';
import type de from './locales/de.json';

/** Shared texts: concepts, codes, fields, the errors of the sign-in, problems, toasts. */
export const common = defineTexts<typeof de>('common', (locale) => import(`./locales/${locale}.json`));

type ShapeOf<X> = X extends { shape?: infer T extends TextTree } ? T : never;
export type CommonTexts = ShapeOf<typeof common>;
export type TranslateCommon = Translate<CommonTexts>;

/** The shared texts in the current language. */
export const useCommon = (): { t: TranslateCommon } => useTexts(common);
