import { useLegalTextsQuery } from '@konsil/api/account';
import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, Loading, PageTitle, Skeleton, Text } from '@konsil/ui';
import { PublicPage } from '../frame/PublicPage.tsx';
import { publicTexts } from '../frame/texts.ts';

/** A text that the operator has put down: imprint or privacy notice. */
function LegalPage({ kind }: { kind: 'imprint' | 'privacy' }) {
  const { t } = useTexts(publicTexts);
  const { t: c } = useCommon();
  const { data, error, refetch } = useLegalTextsQuery();
  const retry = () => void refetch();
  const paragraphs = data?.[kind].split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <PublicPage>
      <PageTitle>{t(`legal.${kind}`)}</PageTitle>
      {!data && !error && (
        <Loading label={c('words.loading')} slow={{ text: c('words.loadFailed'), retryLabel: c('words.retry'), onRetry: retry }}>
          <Skeleton shape="block" />
        </Loading>
      )}
      {error && (
        <Alert tone="danger" action={<Button variant="secondary" onClick={retry}>{c('words.retry')}</Button>}>
          {c('words.loadFailed')}
        </Alert>
      )}
      {paragraphs?.length === 0 && <p>{t('legal.none')}</p>}
      {paragraphs?.map((paragraph, at) => (
        <Text as="p" preserveLines key={at}>
          {paragraph}
        </Text>
      ))}
    </PublicPage>
  );
}

/** `/impressum` */
export const ImprintPage = () => <LegalPage kind="imprint" />;
/** `/datenschutz` */
export const PrivacyNoticePage = () => <LegalPage kind="privacy" />;
