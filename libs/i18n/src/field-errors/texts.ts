// @bundle forms
import { defineTexts } from '../texts.ts';
import type de from './locales/de.json';

/** The field errors that no sign-in page shows: its script would load them otherwise. */
export const fieldErrorTexts = defineTexts<typeof de>('field-errors', (locale) => import(`./locales/${locale}.json`));
