import { useCommon } from '@konsil/i18n';
import { Loading, Page, Skeleton, Stack } from '@konsil/ui';

/** The shape of a page whose code or words are on their way. */
export function PageLoading() {
  const { t } = useCommon();
  return (
    <Page>
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
