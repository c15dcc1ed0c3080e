import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const formEditorTexts = defineTexts<typeof de>('form-editor', (locale) => import(`./locales/${locale}.json`));
