import { useAuthState, useSessionClient } from '@konsil/auth';
import { useTexts } from '@konsil/i18n';
import { Button, Dialog } from '@konsil/ui';
import { SignInSteps } from '../sign-in/SignInSteps.tsx';
import { publicTexts } from './texts.ts';

/** The session is over: sign in right here, the page underneath stays as it was. */
export function SessionEnded() {
  const { t } = useTexts(publicTexts);
  const { login } = useAuthState();
  const client = useSessionClient();
  return (
    <Dialog open size="small" title={t('session.endedTitle')} description={t('session.ended')}>
      <SignInSteps email={login?.email ?? ''} callbackUrl={window.location.href} scope="again-" />
      <Button variant="quiet" onClick={() => client.leave('/')}>
        {t('notFound.home')}
      </Button>
    </Dialog>
  );
}
