import { LoadFailed } from '@konsil/common';
import type { LoadFailedProps } from '@konsil/common';
import { useCommon } from '@konsil/i18n';
import { BackLink, Page, PageTitle } from '@konsil/ui';

export interface Back {
  to: string;
  label: string;
}

/** A page whose one thing did not come: a heading all the same, what happened, a way to try again, and the way back. */
export function PageFailed({ back, ...props }: LoadFailedProps & { back?: Back | undefined }) {
  const { t } = useCommon();
  return (
    <Page>
      <PageTitle back={back && <BackLink to={back.to}>{back.label}</BackLink>}>{t('words.failedTitle')}</PageTitle>
      <LoadFailed {...props} />
    </Page>
  );
}
