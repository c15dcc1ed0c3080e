import { passwordRules } from '@konsil/contracts/codes';
import type { FieldBinding } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { PasswordField, PasswordRules } from '@konsil/ui';
import { registrationTexts } from './texts.ts';

export interface NewPasswordFieldsProps {
  label: string;
  field: (name: 'password' | 'confirm_password') => FieldBinding<'password' | 'confirm_password'>;
}

/** A new password with rules ticked off while typing, and its repetition. */
export function NewPasswordFields({ label, field }: NewPasswordFieldsProps) {
  const { t } = useTexts(registrationTexts);
  const { t: c } = useCommon();
  const words = { show: c('words.show'), hide: c('words.hide') };
  const items = passwordRules.map(({ key, test }) => ({ label: t(`password.rules.${key}`), met: test }));
  return (
    <>
      <PasswordField
        {...field('password')}
        label={label}
        autoComplete="new-password"
        words={words}
        rules={(password, id) => (
          <PasswordRules
            id={id}
            password={password}
            items={items}
            words={{ met: t('password.met'), unmet: t('password.unmet') }}
          />
        )}
      />
      <PasswordField
        {...field('confirm_password')}
        label={t('password.confirm')}
        autoComplete="new-password"
        words={words}
      />
    </>
  );
}
