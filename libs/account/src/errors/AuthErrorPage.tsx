import { useSearchParams } from 'react-router-dom';
import { useTexts } from '@konsil/i18n';
import { ButtonLink, PageTitle, Row } from '@konsil/ui';
import { PublicPage } from '@konsil/portal-frame';
import { AuthErrorAlert } from './AuthErrorAlert.tsx';
import { errorTexts } from './texts.ts';

/** `/error?error=…`: why the sign-in failed, and what to do next. */
export function AuthErrorPage() {
  const { t } = useTexts(errorTexts);
  const [query] = useSearchParams();
  return (
    <PublicPage width="form">
      <PageTitle>{t('title')}</PageTitle>
      <AuthErrorAlert error={query.get('error')} />
      <Row>
        <ButtonLink to="/login">{t('toSignIn')}</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          {t('toStart')}
        </ButtonLink>
      </Row>
    </PublicPage>
  );
}
