import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

/** Texts of the registration and of setting a password. */
export const registrationTexts = defineTexts<typeof de>('registration', (locale) => import(`./locales/${locale}.json`));
