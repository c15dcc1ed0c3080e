// @bundle route
import { defineTexts } from '@konsil/i18n';

export const importTexts = defineTexts('patient-imports', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
