import { useSearchParams } from 'react-router-dom';
import type { CaseSummary } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { paths } from '../paths.ts';
import { casePageTexts } from './texts.ts';

/** The back link of a case's page: the review before sending if opened from there (`?back=send`), or the case. */
export const useWayBack = ({
  id,
  case_name: name,
}: Pick<CaseSummary, 'id' | 'case_name'>): { to: string; label: string } => {
  const { t } = useTexts(casePageTexts);
  const [params] = useSearchParams();
  return params.get('back') === 'send'
    ? { to: paths.send(id), label: t('page.backToSend') }
    : { to: paths.case(id), label: name };
};
