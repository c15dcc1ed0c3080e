import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const glossaryTexts = defineTexts<typeof de>('glossary', (locale) => import(`./locales/${locale}.json`));
