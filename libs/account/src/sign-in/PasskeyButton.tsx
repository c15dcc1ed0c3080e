import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button } from '@konsil/ui';
import { publicTexts } from '@konsil/portal-frame';
import type { PasskeySignIn } from './use-passkey.ts';

/** Signs in with a passkey, which replaces password and second factor. */
export function PasskeyButton({ problem, signIn }: PasskeySignIn) {
  const { t } = useTexts(publicTexts);
  const { t: c } = useCommon();
  return (
    <>
      <Button variant="secondary" block onClick={signIn}>
        {t('signIn.passkey')}
      </Button>
      {problem && <Alert tone="danger">{c(`problems.${problem}`)}</Alert>}
    </>
  );
}
