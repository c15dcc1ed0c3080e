import { LoadingTitle, PageFailed } from '@konsil/account';
import { useGetCaseQuery } from '@konsil/api/cases';
import { isGone } from '@konsil/api/problem';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { ListSkeleton, Page } from '@konsil/ui';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '../paths';
import { CaseHead } from './CaseHead';
import { NotShared } from './NotShared';
import { caseTexts } from './texts';

/** Loads the case of the address for a page beside the workplace, and says on top whose it is. */
export function OfCase({ children }: { children: (theCase: ProcessOverview) => ReactNode }) {
  const { caseId = '' } = useParams();
  const { t } = useTexts(caseTexts);
  const { currentData: theCase, error, refetch } = useGetCaseQuery(caseId);
  // First, because what was shown before is still there when the consent is withdrawn.
  if (isGone(error)) return <NotShared back={{ to: paths.inbox, label: t('back') }} />;
  if (!theCase && error) return <PageFailed onRetry={() => void refetch()}>{t('failed')}</PageFailed>;
  if (!theCase) return <Page><LoadingTitle /><ListSkeleton label={t('loading')} /></Page>;
  return (
    <>
      <CaseHead theCase={theCase} heading={false} />
      {children(theCase)}
    </>
  );
}
