import { useCommon } from '@konsil/i18n';
import { Notice } from '@konsil/ui';

/** Whom to call instead of writing here. */
export function Emergency() {
  const { t } = useCommon();
  return (
    <Notice>
      <strong>{t('emergency.strong')}</strong> {t('emergency.rest')}
    </Notice>
  );
}
