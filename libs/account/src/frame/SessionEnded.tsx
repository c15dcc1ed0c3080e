import { useEffect, useState } from 'react';
import { useAuthState, useSessionClient } from '@konsil/auth';
import { useTexts } from '@konsil/i18n';
import { Button, Dialog } from '@konsil/ui';
import { SignInSteps } from '../sign-in/SignInSteps.tsx';
import { sessionTexts } from '../session/texts.ts';
import { publicTexts } from './texts.ts';

/** The address as its owner writes it. What decodes it comes only for those few who need it. */
const useReadable = (email: string): string => {
  const [readable, setReadable] = useState(email);
  useEffect(() => {
    if (!/[@.]xn--/i.test(email)) return;
    // Without it the address stays as mail servers know it, which signs in as well.
    import('./readable-address.ts').then(
      ({ readableAddress }) => setReadable(readableAddress(email)),
      () => undefined,
    );
  }, [email]);
  return readable;
};

/** The session is over: sign in right here, the page underneath stays as it was. */
export function SessionEnded() {
  const { t } = useTexts(publicTexts);
  const { t: s } = useTexts(sessionTexts);
  const { login } = useAuthState();
  const client = useSessionClient();
  const email = useReadable(login?.email ?? '');
  return (
    <Dialog open size="small" title={s('endedTitle')} description={s('ended')}>
      <SignInSteps key={email} email={email} callbackUrl={window.location.href} scope="again-" />
      <Button variant="quiet" onClick={() => client.leave('/')}>
        {t('notFound.home')}
      </Button>
    </Dialog>
  );
}
