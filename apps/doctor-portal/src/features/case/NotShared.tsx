import { Gone, type GoneProps } from '@konsil/account';
import { useTexts } from '@konsil/i18n';
import { caseTexts } from './texts';

/** In place of a case or a patient that the doctor may not see, or not any more; `back`: the list it would be in. */
export function NotShared({ back }: Pick<GoneProps, 'back'>) {
  const { t } = useTexts(caseTexts);
  return <Gone title={t('notShared.title')} text={t('notShared.text')} back={back} />;
}
