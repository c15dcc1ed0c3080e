import { useTexts } from '@konsil/i18n';
import { ButtonLink, PageTitle } from '@konsil/ui';
import { PublicPage, publicTexts } from '@konsil/portal-frame';

/** The 404 page. */
export function NotFoundPage() {
  const { t } = useTexts(publicTexts);
  return (
    <PublicPage>
      <PageTitle lead={t('notFound.text')}>{t('notFound.title')}</PageTitle>
      <div>
        <ButtonLink to="/">{t('notFound.home')}</ButtonLink>
      </div>
    </PublicPage>
  );
}
