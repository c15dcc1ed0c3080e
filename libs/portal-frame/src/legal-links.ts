import { useTexts } from '@konsil/i18n';
import type { PlainNavItem } from '@konsil/ui';
import { publicTexts } from './texts.ts';

/** The imprint, in the header of every page (docs/specification.md section 2). */
export const useImprintLink = (): PlainNavItem => ({
  to: '/impressum',
  label: useTexts(publicTexts).t('frame.imprint'),
});

/** Privacy notice and imprint, within reach on every signed-in page. */
export const useLegalLinks = (): PlainNavItem[] => {
  const { t } = useTexts(publicTexts);
  return [{ to: '/datenschutz', label: t('frame.privacy') }, useImprintLink()];
};
