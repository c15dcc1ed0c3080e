import { LoadFailed } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { documentTexts } from '../texts';

/** A document that could not be shown, with a second try. */
export function ViewFailed({ retry }: { retry: () => void }) {
  const { t } = useTexts(documentTexts);
  return <LoadFailed onRetry={retry}>{t('viewer.failed')}</LoadFailed>;
}
