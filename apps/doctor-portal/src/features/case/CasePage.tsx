import { LoadingTitle, PageFailed } from '@konsil/account';
import { useGetCaseQuery } from '@konsil/api/cases';
import { isGone } from '@konsil/api/problem';
import { useTexts } from '@konsil/i18n';
import { Desk, ListSkeleton } from '@konsil/ui';
import { useDeferredValue } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '../paths';
import { CaseWorkplace } from './CaseWorkplace';
import { NotShared } from './NotShared';
import { caseTexts } from './texts';

/** A case as the doctor works on it. */
export default function CasePage() {
  const { caseId = '' } = useParams();
  const { t } = useTexts(caseTexts);
  const { currentData, error, refetch } = useGetCaseQuery(caseId);
  // Drawn in slices: a case may hold thousands of documents.
  const theCase = useDeferredValue(currentData);
  // First, because what was shown before is still there when the consent is withdrawn.
  if (isGone(error)) return <NotShared back={{ to: paths.inbox, label: t('back') }} />;
  if (theCase) return <CaseWorkplace key={theCase.id} theCase={theCase} />;
  if (error) return <PageFailed onRetry={() => void refetch()}>{t('failed')}</PageFailed>;
  return (
    <Desk>
      <LoadingTitle />
      <ListSkeleton label={t('loading')} rows={8} />
    </Desk>
  );
}
