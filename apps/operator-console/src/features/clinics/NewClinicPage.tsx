import { useNavigateFromHere } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { BackLink, Page, PageTitle } from '@konsil/ui';
import { ClinicForm } from './ClinicForm';
import { clinicPaths } from './paths';
import { clinicsTexts } from './texts';

/** A new clinic; its page then takes its doctors. */
export default function NewClinicPage() {
  const { t } = useTexts(clinicsTexts);
  const navigate = useNavigateFromHere();
  return (
    <Page>
      <PageTitle back={<BackLink to={clinicPaths.list}>{t('title')}</BackLink>}>{t('new')}</PageTitle>
      <ClinicForm onSaved={({ id }) => navigate(clinicPaths.clinic(id), { replace: true })} />
    </Page>
  );
}
