import type { FieldBinding } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { PasswordField } from '@konsil/ui';
import { accountTexts } from './texts.ts';

/** Asks for the password again before an account change. */
export function CurrentPassword({ field }: { field: FieldBinding<'current_password'> }) {
  const { t } = useTexts(accountTexts);
  const { t: c } = useCommon();
  return (
    <PasswordField
      {...field}
      label={t('account.currentPassword')}
      hint={t('account.currentPasswordHint')}
      autoComplete="current-password"
      words={{ show: c('words.show'), hide: c('words.hide') }}
    />
  );
}
