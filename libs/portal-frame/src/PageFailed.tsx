import { LoadFailed } from '@konsil/common';
import type { LoadFailedProps } from '@konsil/common';
import { useCommon } from '@konsil/i18n';
import { BackLink, Page, PageTitle } from '@konsil/ui';

export interface Back {
  to: string;
  label: string;
}

/** The error page for a page whose data did not load: heading, reason, retry, back link. */
export function PageFailed({ back, ...props }: LoadFailedProps & { back?: Back | undefined }) {
  const { t } = useCommon();
  return (
    <Page>
      <PageTitle back={back && <BackLink to={back.to}>{back.label}</BackLink>}>{t('words.failedTitle')}</PageTitle>
      <LoadFailed {...props} />
    </Page>
  );
}
