// @bundle route
import type { SummarySection } from '@konsil/contracts/epicrisis';
import { useTexts } from '@konsil/i18n';
import { epicrisisTexts } from './texts';

/** Names the sections of a medical summary. */
export const useSectionWord = (): ((name: SummarySection) => string) => {
  const { t } = useTexts(epicrisisTexts);
  return (name) => (name === 'plain_language' ? t('plain') : t(`sections.${name}`));
};
