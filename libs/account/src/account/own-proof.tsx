// @bundle route
import { useState } from 'react';
import * as z from 'zod/mini';
import { passkeyCalls } from '@konsil/api/passkey-calls';
import { useProveIdentityMutation } from '@konsil/api/passkeys';
import { problemOf } from '@konsil/api/problem';
import { problemText, useCommon } from '@konsil/i18n';
import { Alert, Button, Row, SafeIcon } from '@konsil/ui';

/** The form of an action that takes the password, unless its owner has just used a passkey. */
export const ownPasswordSchema = (proven: boolean) =>
  z.object({
    current_password: z.string().check(
      z.refine((text) => proven || text !== '', 'passwordMissing'),
      z.maxLength(256, 'tooLong'),
    ),
  });

/** A passkey that replaces the password; `children` is the label of its button. */
export function UsePasskey({ children, onProven }: { children: string; onProven: () => void }) {
  const { t: common } = useCommon();
  const [prove] = useProveIdentityMutation();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const use = async () => {
    setBusy(true);
    setFailed('');
    try {
      // Loaded by those who use it.
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const { options } = await passkeyCalls.startPasskeySignIn();
      // The browser has told those who cancel.
      const passkey = await startAuthentication({ optionsJSON: options as never }).catch(() => null);
      if (!passkey) return;
      await prove({ passkey: passkey as never }).unwrap();
      onProven();
    } catch (error) {
      setFailed(problemText(common, problemOf(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {failed && (
        <Alert live tone="danger">
          {failed}
        </Alert>
      )}
      <Row>
        <Button variant="secondary" size="small" icon={<SafeIcon />} busy={busy} onClick={() => void use()}>
          {children}
        </Button>
      </Row>
    </>
  );
}
