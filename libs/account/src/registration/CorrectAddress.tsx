import { useState } from 'react';
import { accountRoutes } from '@konsil/contracts/accounts';
import { readableAddress } from '@konsil/contracts/mail-address';
import { useZodForm } from '@konsil/forms/forms';
import { useChangeUnconfirmedEmailMutation } from '@konsil/api/registration';
import { withMarkup, useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, ErrorSummary, Form, PasswordField, TextField } from '@konsil/ui';
import { registrationTexts } from './texts.ts';

/** Corrects an unconfirmed address; the password proves the identity. */
export function CorrectAddress({ email, onChanged }: { email: string; onChanged: (email: string) => void }) {
  const { t } = useTexts(registrationTexts);
  const { t: c } = useCommon();
  const [change] = useChangeUnconfirmedEmailMutation();
  const [changed, setChanged] = useState('');
  const { form, field, summary, onSubmit, busy } = useZodForm({
    schema: accountRoutes.changeUnconfirmedEmail.body,
    defaultValues: { email, password: '', new_email: '' },
    act: async (values) => {
      await change(values).unwrap();
      form.reset({ email: values.new_email, password: '', new_email: '' });
      setChanged(values.new_email);
      onChanged(values.new_email);
    },
    at: { login_failed: 'password', email_taken: 'new_email' },
    guard: false,
    scope: 'correct-',
  });
  const address = { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      {changed && (
        <Alert tone="success">
          {withMarkup(t('inbox.changed', { email: readableAddress(changed) }), {
            b: (words) => <strong>{words}</strong>,
          })}
        </Alert>
      )}
      {!email && <TextField {...field('email')} {...address} label={t('inbox.oldEmail')} autoComplete="username" />}
      <TextField {...field('new_email')} {...address} label={t('inbox.newEmail')} autoComplete="email" />
      <PasswordField
        {...field('password')}
        label={t('password.label')}
        autoComplete="current-password"
        words={{ show: c('words.show'), hide: c('words.hide') }}
      />
      <Button type="submit" variant="secondary" busy={busy}>
        {t('inbox.correct')}
      </Button>
    </Form>
  );
}
