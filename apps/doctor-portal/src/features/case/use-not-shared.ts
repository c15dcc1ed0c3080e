import { useTexts } from '@konsil/i18n';
import { caseTexts } from './texts';

/** What stands in place of a case or a patient that the doctor may not see, or not any more. */
export function useNotShared() {
  const { t } = useTexts(caseTexts);
  return { title: t('notShared.title'), text: t('notShared.text') };
}
