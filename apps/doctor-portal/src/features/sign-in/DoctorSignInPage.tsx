import { SignInPage } from '@konsil/account';
import { PublicPage, publicTexts, usePortal } from '@konsil/portal-frame';
import { useTexts } from '@konsil/i18n';
import { Alert, Card, Text, TextLink } from '@konsil/ui';

/** `/` and `/login` of the doctor portal. */
export function DoctorSignInPage() {
  const { t } = useTexts(publicTexts);
  const { config } = usePortal();
  return (
    <PublicPage width="form">
      <Card>
        <SignInPage lead={t('signIn.doctorLead')}>
          <Alert title={t('signIn.invitedTitle')}>{t('signIn.invited')}</Alert>
          <Text as="p" size="small">
            {t('start.forPatients')} <TextLink to={config.portals.patient}>{t('start.toPatients')}</TextLink>
          </Text>
        </SignInPage>
      </Card>
    </PublicPage>
  );
}
