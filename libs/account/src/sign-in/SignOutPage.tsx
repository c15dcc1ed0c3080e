import { useState } from 'react';
import { useSessionClient } from '@konsil/auth';
import { useTexts } from '@konsil/i18n';
import { Button, ButtonLink, PageTitle, Row } from '@konsil/ui';
import { PublicPage, publicTexts } from '@konsil/portal-frame';

/** `/logout`: the protocol's sign-out page. Asks for confirmation, because a link alone must not end a session. */
export function SignOutPage() {
  const { t } = useTexts(publicTexts);
  const client = useSessionClient();
  const [busy, setBusy] = useState(false);
  const signOut = () => {
    setBusy(true);
    void client.signOut();
  };
  return (
    <PublicPage width="form">
      <PageTitle lead={t('signOut.lead')}>{t('signOut.title')}</PageTitle>
      <Row>
        <Button busy={busy} onClick={signOut}>
          {t('frame.signOut')}
        </Button>
        <ButtonLink to="/" variant="secondary">
          {t('signOut.stay')}
        </ButtonLink>
      </Row>
    </PublicPage>
  );
}
