import { useTexts } from '@konsil/i18n';
import { Alert } from '@konsil/ui';
import { sessionTexts } from './session/texts.ts';

export function QuietWords() {
  const { t } = useTexts(sessionTexts);
  return (
    <Alert tone="warning" live>
      {t('quiet')}
    </Alert>
  );
}
