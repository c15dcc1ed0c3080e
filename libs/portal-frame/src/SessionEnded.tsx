import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { useAuthState, useSessionClient } from '@konsil/auth';
import { useTexts } from '@konsil/i18n';
import { Button, Dialog } from '@konsil/ui';
import { sessionTexts } from './session/texts.ts';
import { publicTexts } from './texts.ts';

/** The email address in Unicode. Its decoder is loaded for those who need it. */
const useReadable = (email: string): string => {
  const [readable, setReadable] = useState(email);
  useEffect(() => {
    if (!/[@.]xn--/i.test(email)) return;
    // Without the decoder the address stays in ASCII (punycode), which signs in as well.
    import('./readable-address.ts').then(
      ({ readableAddress }) => setReadable(readableAddress(email)),
      () => undefined,
    );
  }, [email]);
  return readable;
};

/** The steps of a sign-in, for an address that is known; `scope` keeps its ids apart from the page's. */
export type SignInAgain = ComponentType<{ email: string; callbackUrl: string; scope: string }>;

/** The session has ended: sign in again in a dialog, while the page below stays. */
export function SessionEnded({ SignInAgain }: { SignInAgain: SignInAgain }) {
  const { t } = useTexts(publicTexts);
  const { t: s } = useTexts(sessionTexts);
  const { login } = useAuthState();
  const client = useSessionClient();
  const email = useReadable(login?.email ?? '');
  return (
    <Dialog open size="small" title={s('endedTitle')} description={s('ended')}>
      <SignInAgain key={email} email={email} callbackUrl={window.location.href} scope="again-" />
      <Button variant="quiet" onClick={() => client.leave('/')}>
        {t('notFound.home')}
      </Button>
    </Dialog>
  );
}
