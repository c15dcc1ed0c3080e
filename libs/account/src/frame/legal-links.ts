import { useTexts } from '@konsil/i18n';
import type { PlainNavItem } from '@konsil/ui';
import { publicTexts } from './texts.ts';

/** Privacy notice and imprint, in the footer of every page. */
export const useLegalLinks = (): PlainNavItem[] => {
  const { t } = useTexts(publicTexts);
  return [
    { to: '/datenschutz', label: t('frame.privacy') },
    { to: '/impressum', label: t('frame.imprint') },
  ];
};
