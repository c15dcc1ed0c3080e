import { defineTexts } from '../texts.ts';

export const peopleTexts = defineTexts('people', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
