import { LoadingTitle, PageFailed } from '@konsil/account';
import { useGetCaseQuery } from '@konsil/api/cases';
import { UploadPanel } from '@konsil/documents-upload';
import { useTexts } from '@konsil/i18n';
import { BackLink, ButtonLink, ListSkeleton, Page, PageTitle } from '@konsil/ui';
import { useParams } from 'react-router-dom';
import { paths } from '../paths';
import { CaseHead } from './CaseHead';
import { caseTexts } from './texts';

/** The doctor adds documents of their own to a case, e.g. a report. */
export default function AddDocumentPage() {
  const { caseId = '' } = useParams();
  const { t } = useTexts(caseTexts);
  const { currentData: theCase, isError, refetch } = useGetCaseQuery(caseId);
  if (isError) return <PageFailed onRetry={() => void refetch()}>{t('failed')}</PageFailed>;
  if (!theCase) return <Page><LoadingTitle /><ListSkeleton label={t('loading')} /></Page>;
  const here = paths.case(theCase);
  return (
    <>
      <CaseHead theCase={theCase} />
      <Page>
        <PageTitle back={<BackLink to={here}>{theCase.case_name}</BackLink>}>{t('documents.upload')}</PageTitle>
        <UploadPanel caseId={caseId} documents={theCase.documents.filter(({ uploaded_by }) => uploaded_by.mine)} documentPath={(id) => `${here}/documents/${id}`} next={<ButtonLink variant="secondary" to={here}>{theCase.case_name}</ButtonLink>} />
      </Page>
    </>
  );
}
