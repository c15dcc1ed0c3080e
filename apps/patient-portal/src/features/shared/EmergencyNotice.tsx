import { useCommon } from '@konsil/i18n';
import { Notice } from '@konsil/ui';

/** The emergency numbers, wherever somebody describes symptoms (product.md section 9). */
export function EmergencyNotice() {
  const { t } = useCommon();
  return <Notice><strong>{t('emergency.strong')}</strong> {t('emergency.rest')}</Notice>;
}
