import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button } from '@konsil/ui';
import { publicTexts } from '../frame/texts.ts';
import type { PasskeySignIn } from './use-passkey.ts';

/** Signs in with a passkey, in place of password and second factor. */
export function PasskeyButton({ busy = false, problem, signIn }: PasskeySignIn) {
  const { t } = useTexts(publicTexts);
  const { t: c } = useCommon();
  return (
    <>
      <Button variant="secondary" block busy={busy} onClick={signIn}>
        {t('signIn.passkey')}
      </Button>
      {problem && <Alert tone="danger">{c(`problems.${problem}`)}</Alert>}
    </>
  );
}
