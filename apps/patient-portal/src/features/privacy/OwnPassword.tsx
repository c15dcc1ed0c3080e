import type { FieldBinding } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { PasswordField } from '@konsil/ui';
import { privacyTexts } from './texts.ts';

/** Asks for the password again before an action on all of the account's data. */
export function OwnPassword({ field }: { field: FieldBinding<'current_password'> }) {
  const { t } = useTexts(privacyTexts);
  const { t: common } = useCommon();
  return (
    <PasswordField
      {...field}
      label={t('password.label')}
      hint={t('password.hint')}
      autoComplete="current-password"
      words={{ show: common('words.show'), hide: common('words.hide') }}
    />
  );
}
