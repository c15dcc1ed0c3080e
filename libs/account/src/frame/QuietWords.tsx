import { useTexts } from '@konsil/i18n';
import { Alert } from '@konsil/ui';
import { publicTexts } from './texts.ts';

export function QuietWords() {
  const { t } = useTexts(publicTexts);
  return <Alert tone="warning" live>{t('frame.quiet')}</Alert>;
}
