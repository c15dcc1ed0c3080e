import type { ReactNode } from 'react';
import { useCommon } from '@konsil/i18n';
import { Alert, Button, Page, PageTitle, RetryIcon } from '@konsil/ui';

/** A page whose one thing did not come: a heading all the same, what happened, a way to try again. */
export function PageFailed({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  const { t } = useCommon();
  return (
    <Page>
      <PageTitle>{t('words.failedTitle')}</PageTitle>
      <Alert tone="danger" action={<Button variant="secondary" icon={<RetryIcon />} onClick={onRetry}>{t('words.retry')}</Button>}>{children}</Alert>
    </Page>
  );
}
