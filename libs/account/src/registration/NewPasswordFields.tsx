import { useState } from 'react';
import { passwordRules } from '@konsil/contracts/codes';
import type { FieldBinding } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { PasswordField, PasswordRules } from '@konsil/ui';
import { registrationTexts } from './texts.ts';

export interface NewPasswordFieldsProps {
  label: string;
  field: (name: 'password' | 'confirm_password') => FieldBinding<'password' | 'confirm_password'>;
  /** Fills in the repetition with the password. */
  repeat: () => void;
}

/**
 * A new password with rules ticked off while typing, and its repetition, which guards against hidden typing errors; it
 * is filled in automatically while the password is visible.
 */
export function NewPasswordFields({ label, field, repeat }: NewPasswordFieldsProps) {
  const { t } = useTexts(registrationTexts);
  const { t: c } = useCommon();
  const words = { show: c('words.show'), hide: c('words.hide') };
  const items = passwordRules.map(({ key, test }) => ({ label: t(`password.rules.${key}`), met: test }));
  const [shown, setShown] = useState(false);
  const password = field('password');
  return (
    <>
      <PasswordField
        {...password}
        onChange={(event) => {
          const changed = password.onChange(event);
          if (shown) repeat();
          return changed;
        }}
        onShown={(now) => {
          setShown(now);
          if (now) repeat();
        }}
        label={label}
        hint={t('password.why')}
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
        hint={shown ? t('password.repeated') : t('password.repeatHint', { show: words.show })}
        autoComplete="new-password"
        words={words}
      />
    </>
  );
}
