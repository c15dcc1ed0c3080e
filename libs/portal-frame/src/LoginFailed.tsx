import { useSessionClient } from '@konsil/auth';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, Page, PageTitle, RetryIcon } from '@konsil/ui';
import { sessionTexts } from './session/texts.ts';

/** Signed in, but `isloggedin` failed: explains it, with a retry. */
export function LoginFailed() {
  const { t } = useTexts(sessionTexts);
  const { t: c } = useCommon();
  const client = useSessionClient();
  return (
    <Page>
      <PageTitle lead={t('unknown')}>{t('unknownTitle')}</PageTitle>
      <div>
        <Button icon={<RetryIcon />} onClick={() => void client.checkLogin()}>
          {c('words.retry')}
        </Button>
      </div>
    </Page>
  );
}
