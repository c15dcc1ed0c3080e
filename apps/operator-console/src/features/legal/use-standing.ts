import type { ListedLegalVersion } from '@konsil/contracts/console-legal';
import { useFormat, useTexts } from '@konsil/i18n';
import { legalTexts } from './texts';

/** First day, author and withdrawal of a version, in one line. */
export const useStanding = () => {
  const { t } = useTexts(legalTexts);
  const format = useFormat();
  return ({ holds_from, published_by, published_at, withdrawn_at }: ListedLegalVersion): string =>
    [
      t('from', { day: format.day(holds_from) }),
      t('published', { name: published_by, at: format.momentWithin(published_at) }),
      withdrawn_at && t('withdrawnAt', { at: format.momentWithin(withdrawn_at) }),
    ]
      .filter(Boolean)
      .join(' · ');
};
