import { defineTexts } from '@konsil/i18n';

export const systemTexts = defineTexts('systems', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
