export { initI18n, startTexts } from './init.ts';
export {
  changeLocale,
  currentLocale,
  currentVariety,
  defineSimpleTexts,
  fetchTextsEarly,
  hasSimpleTexts,
} from './instance.ts';
export type { SimpleTexts } from './instance.ts';
export { storeLocale, preferredLocale, storeLocaleOfUrl } from './kept-locale.ts';
export { defineTexts, useTexts } from './texts.ts';
export type { Texts } from './texts.ts';
export { common, useCommon } from './common.ts';
export type { CommonTexts, TranslateCommon } from './common.ts';
export type { TextKey, TextTree, Translate } from './keys.ts';
export { matchesWords } from '@konsil/contracts/fold';
export { excerptOf } from './excerpt.ts';
export { nothingFound } from './nothing-found.ts';
export type { NothingFoundWords } from './nothing-found.ts';
export { languageOf } from './language-of.ts';
export { useLocale, useVariety } from './locale.ts';
export { formatWait } from './wait-in-words.ts';
export { fieldError, problemText } from './field-error.ts';
export type { FailureReason } from './field-error.ts';
export { withMarkup } from './rich.tsx';
export { useDocumentDate } from './use-document-date.ts';
export { useFormat } from './use-format.ts';
export type { Format } from './use-format.ts';
export * from './format.ts';
export { countryIn } from '@konsil/contracts/countries';
