// @bundle route
import { defineTexts } from '@konsil/i18n';

export const referralTexts = defineTexts('patient-referrals', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
