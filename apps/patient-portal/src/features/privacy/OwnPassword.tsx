// @bundle route
import { Suspense } from 'react';
import { UsePasskey } from '@konsil/account/own-proof';
import { useListPasskeysQuery } from '@konsil/api/passkeys';
import type { FieldBinding } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, PasswordField, Stack } from '@konsil/ui';
import { privacyTexts } from './texts.ts';

export interface OwnPasswordProps {
  field: FieldBinding<'current_password'>;
  /** A passkey was used: the password is not needed. */
  proven: boolean;
  onProven: () => void;
}

/** Asks for the password again before an action that a session alone must not do, or for a passkey in its place. */
export function OwnPassword(props: OwnPasswordProps) {
  return (
    // Without it, an open form would be hidden while the texts load, and its first field would take the focus again.
    <Suspense>
      <Asked {...props} />
    </Suspense>
  );
}

function Asked({ field, proven, onProven }: OwnPasswordProps) {
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
      {passkeys.length > 0 && <UsePasskey onProven={onProven}>{t('password.passkey')}</UsePasskey>}
    </Stack>
  );
}
