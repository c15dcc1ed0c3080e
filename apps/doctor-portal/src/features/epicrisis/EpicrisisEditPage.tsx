import { useDraft } from '@konsil/api/drafts';
import { useGetEpicrisisQuery } from '@konsil/api/epicrisis';
import type { EpicrisisContent } from '@konsil/contracts/epicrisis';
import { useTexts } from '@konsil/i18n';
import { Alert, BackLink, Button, ListSkeleton, Page, PageTitle } from '@konsil/ui';
import { useNavigate, useParams } from 'react-router-dom';
import { paths } from '../paths';
import { EpicrisisForm } from './EpicrisisForm';
import { epicrisisTexts } from './texts';

/** Writes the next version of the epicrisis. What is typed is kept until it is saved. */
export default function EpicrisisEditPage() {
  const { patientId = '' } = useParams();
  const { t } = useTexts(epicrisisTexts);
  const navigate = useNavigate();
  const { currentData: epicrisis, isError, refetch } = useGetEpicrisisQuery(patientId);
  const draft = useDraft<EpicrisisContent>(`epicrisis:${patientId}`);
  const back = paths.patient(patientId);

  const content = () => {
    if (isError) return <Alert tone="danger" action={<Button variant="secondary" onClick={() => void refetch()}>{t('retry')}</Button>}>{t('failed')}</Alert>;
    if (!epicrisis || draft.status === 'loading') return <ListSkeleton label={t('loading')} rows={7} />;
    return <EpicrisisForm epicrisis={epicrisis} draft={draft} onSaved={() => void navigate(back)} cancelPath={back} />;
  };
  const name = epicrisis && `${epicrisis.patient.first_name} ${epicrisis.patient.last_name}`;
  return (
    <Page>
      <PageTitle back={<BackLink to={back}>{name ?? t('title')}</BackLink>}>{t('edit')}</PageTitle>
      {content()}
    </Page>
  );
}
