import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

/** Texts of the passkeys on the account page. */
export const passkeyTexts = defineTexts<typeof de>('passkeys', (locale) => import(`./locales/${locale}.json`));
