import { useCommon } from '@konsil/i18n';
import { Loading, Page, Skeleton, Stack, VisuallyHidden } from '@konsil/ui';

/** The heading of a page that does not know its own yet; the focus and the tab's title wait for that one. */
export function LoadingTitle() {
  const { t } = useCommon();
  return <VisuallyHidden as="h1" data-waiting>{t('words.loading')}</VisuallyHidden>;
}

/** The shape of a page whose code or words are on their way. */
export function PageLoading() {
  const { t } = useCommon();
  return (
    <Page>
      <LoadingTitle />
      <Loading label={t('words.loading')} slow={{ text: t('words.loadFailed'), retryLabel: t('words.retry'), onRetry: () => window.location.reload() }}>
        <Stack gap={4}>
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
          <Skeleton shape="block" />
        </Stack>
      </Loading>
    </Page>
  );
}
