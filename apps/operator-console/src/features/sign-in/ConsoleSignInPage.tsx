import { SignInPage } from '@konsil/account';
import { PublicPage, publicTexts } from '@konsil/portal-frame';
import { useTexts } from '@konsil/i18n';
import { Alert, Card } from '@konsil/ui';

/** `/` and `/login` of the console. */
export function ConsoleSignInPage() {
  const { t } = useTexts(publicTexts);
  return (
    <PublicPage width="form">
      <Card>
        <SignInPage lead={t('signIn.operatorLead')}>
          <Alert>{t('signIn.operators')}</Alert>
        </SignInPage>
      </Card>
    </PublicPage>
  );
}
