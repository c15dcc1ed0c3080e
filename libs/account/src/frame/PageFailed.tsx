import { LoadFailed } from '@konsil/common';
import type { LoadFailedProps } from '@konsil/common';
import { useCommon } from '@konsil/i18n';
import { Page, PageTitle } from '@konsil/ui';

/** A page whose one thing did not come: a heading all the same, what happened, a way to try again. */
export function PageFailed(props: LoadFailedProps) {
  const { t } = useCommon();
  return (
    <Page>
      <PageTitle>{t('words.failedTitle')}</PageTitle>
      <LoadFailed {...props} />
    </Page>
  );
}
