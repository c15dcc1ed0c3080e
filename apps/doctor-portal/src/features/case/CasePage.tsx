import { useGetCaseQuery } from '@konsil/api/cases';
import { useTexts } from '@konsil/i18n';
import { Alert, Button, Desk, ListSkeleton } from '@konsil/ui';
import { useParams } from 'react-router-dom';
import { CaseWorkplace } from './CaseWorkplace';
import { caseTexts } from './texts';

/** A case as the doctor works on it. */
export default function CasePage() {
  const { caseId = '' } = useParams();
  const { t } = useTexts(caseTexts);
  const { currentData: theCase, isError, refetch } = useGetCaseQuery(caseId);
  if (theCase) return <CaseWorkplace key={theCase.id} theCase={theCase} />;
  return (
    <Desk>
      {isError ? (
        <Alert tone="danger" action={<Button variant="secondary" onClick={() => void refetch()}>{t('retry')}</Button>}>{t('failed')}</Alert>
      ) : (
        <ListSkeleton label={t('loading')} rows={8} />
      )}
    </Desk>
  );
}
