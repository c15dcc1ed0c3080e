import { withMarkup, useCommon } from '@konsil/i18n';
import { Notice, TextLink } from '@konsil/ui';

const marks = { tel: (number: string) => <TextLink to={`tel:${number}`}>{number}</TextLink> };

/**
 * The emergency numbers as phone links, wherever somebody describes symptoms or may wait for help (docs/product.md
 * section 9).
 */
export function EmergencyNotice() {
  const { t } = useCommon();
  return (
    <Notice>
      <strong>{withMarkup(t('emergency.strong'), marks)}</strong> {withMarkup(t('emergency.rest'), marks)}
    </Notice>
  );
}
