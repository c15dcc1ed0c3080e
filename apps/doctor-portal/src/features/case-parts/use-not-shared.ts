import { useTexts } from '@konsil/i18n';
import { caseTexts } from './texts';

/** Shown instead of a case or patient that the doctor has no access to (any more). */
export function useNotShared() {
  const { t } = useTexts(caseTexts);
  return { title: t('notShared.title'), text: t('notShared.text') };
}
