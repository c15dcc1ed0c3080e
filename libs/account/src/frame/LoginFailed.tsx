import { useSessionClient } from '@konsil/auth';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, Page, PageTitle, RetryIcon } from '@konsil/ui';
import { publicTexts } from './texts.ts';

/** Somebody is signed in, but nobody can say who: what to do, and the way to ask again. */
export function LoginFailed() {
  const { t } = useTexts(publicTexts);
  const { t: c } = useCommon();
  const client = useSessionClient();
  return (
    <Page>
      <PageTitle lead={t('session.unknown')}>{t('session.unknownTitle')}</PageTitle>
      <div>
        <Button icon={<RetryIcon />} onClick={() => void client.checkLogin()}>
          {c('words.retry')}
        </Button>
      </div>
    </Page>
  );
}
