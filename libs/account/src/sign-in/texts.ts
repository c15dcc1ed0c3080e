// @bundle route
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

/** Texts of the sign-in after its first step: the second factor, and why a correct password was refused. */
export const codeTexts = defineTexts<typeof de>('code', (locale) => import(`./locales/${locale}.json`));
