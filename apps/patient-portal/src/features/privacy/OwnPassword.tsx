// @bundle route
import { useState } from 'react';
import * as z from 'zod/mini';
import { passkeyCalls } from '@konsil/api/passkey-calls';
import { useListPasskeysQuery, useProveIdentityMutation } from '@konsil/api/passkeys';
import { problemOf } from '@konsil/api/problem';
import type { FieldBinding } from '@konsil/forms/forms';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, PasswordField, Row, SafeIcon, Stack } from '@konsil/ui';
import { privacyTexts } from './texts.ts';

/** The form of an action that takes the password, unless its owner has just used a passkey. */
export const ownPasswordSchema = (proven: boolean) =>
  z.object({
    current_password: z.string().check(
      z.refine((text) => proven || text !== '', 'passwordMissing'),
      z.maxLength(256, 'tooLong'),
    ),
  });

export interface OwnPasswordProps {
  field: FieldBinding<'current_password'>;
  /** A passkey was used: the password is not needed. */
  proven: boolean;
  onProven: () => void;
}

/** Asks for the password again before an action that a session alone must not do, or for a passkey in its place. */
export function OwnPassword({ field, proven, onProven }: OwnPasswordProps) {
  const { t } = useTexts(privacyTexts);
  const { t: common } = useCommon();
  const { data: passkeys = [] } = useListPasskeysQuery();
  if (proven)
    return (
      <Alert live tone="success">
        {t('password.proven')}
      </Alert>
    );
  return (
    <Stack gap={3}>
      <PasswordField
        {...field}
        label={t('password.label')}
        hint={t('password.hint')}
        autoComplete="current-password"
        words={{ show: common('words.show'), hide: common('words.hide') }}
      />
      {passkeys.length > 0 && <UsePasskey onProven={onProven} />}
    </Stack>
  );
}

function UsePasskey({ onProven }: { onProven: () => void }) {
  const { t } = useTexts(privacyTexts);
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
          {t('password.passkey')}
        </Button>
      </Row>
    </>
  );
}
