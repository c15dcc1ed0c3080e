import { Alert, Button } from '@konsil/ui';
import { useTexts } from '@konsil/i18n';
import { documentTexts } from '../texts';

/** A document that could not be shown, with a second try. */
export function ViewFailed({ retry }: { retry: () => void }) {
  const { t } = useTexts(documentTexts);
  return (
    <Alert tone="danger" action={<Button variant="secondary" onClick={retry}>{t('viewer.retry')}</Button>}>
      {t('viewer.failed')}
    </Alert>
  );
}
