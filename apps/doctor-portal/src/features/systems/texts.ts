// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const systemTexts = defineTexts<typeof de>('systems', (locale) => import(`./locales/${locale}.json`));
