import { useGetSettingsQuery } from '@konsil/api/account';
import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, ListSkeleton, Page, PageTitle } from '@konsil/ui';
import { accountTexts } from '../account/texts.ts';
import { SettingsForm } from './SettingsForm.tsx';

/** Language, notifications, keyboard. */
export function SettingsPage() {
  const { t } = useTexts(accountTexts);
  const { t: c } = useCommon();
  const { data: settings, error, refetch } = useGetSettingsQuery();
  const retry = () => void refetch();
  return (
    <Page>
      <PageTitle>{t('settings.title')}</PageTitle>
      {!settings && !error && (
        <ListSkeleton label={t('settings.loading')} slow={{ text: c('words.loadFailed'), retryLabel: c('words.retry'), onRetry: retry }} />
      )}
      {!settings && error && (
        <Alert tone="danger" action={<Button variant="secondary" onClick={retry}>{c('words.retry')}</Button>}>
          {c('words.loadFailed')}
        </Alert>
      )}
      {settings && <SettingsForm settings={settings} />}
    </Page>
  );
}
