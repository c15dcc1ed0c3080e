// @bundle route
import { LoadFailed } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { documentTexts } from '../texts';
import { useOnceOnline } from './use-once-online';

/** A document that could not be shown, with a retry; automatic once a lost connection is back. */
export function ViewFailed({ retry }: { retry: () => void }) {
  const { t } = useTexts(documentTexts);
  useOnceOnline(retry);
  return <LoadFailed onRetry={retry}>{t('viewer.failed')}</LoadFailed>;
}
