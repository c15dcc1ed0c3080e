import { useTexts } from '@konsil/i18n';
import { Alert } from '@konsil/ui';
import { usePortal } from './portal.ts';
import { publicTexts } from './texts.ts';

/** Above every page of a restored copy, until the operator says that it is the installation. */
export function QuietBanner() {
  const { config } = usePortal();
  const { t } = useTexts(publicTexts);
  return config.quiet ? <Alert tone="warning" live>{t('frame.quiet')}</Alert> : null;
}
