import { defineSimpleTexts } from '@konsil/i18n';

// The texts of the most important pages in simple language, by namespace: one file, because one author wrote them as
// one text. It is loaded only for readers who chose it (docs/decisions/simple-language.md).
defineSimpleTexts((locale) => import(`./texts/${locale}.json`));
