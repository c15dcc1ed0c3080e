// @bundle route
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

/** Texts of the sign-in with an identity provider, and of the linked ones on the account page. */
export const providerTexts = defineTexts<typeof de>('providers', (locale) => import(`./locales/${locale}.json`));
