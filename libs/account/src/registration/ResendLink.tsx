import { useState } from 'react';
import * as z from 'zod/mini';
import { emailSchema } from '@konsil/contracts/accounts';
import { useZodForm } from '@konsil/forms/forms';
import { useResendConfirmationMutation } from '@konsil/api/registration';
import { useCommon, useTexts } from '@konsil/i18n';
import { Alert, Button, EmailField, ErrorSummary, Form } from '@konsil/ui';
import { registrationTexts } from './texts.ts';

const schema = z.object({ email: emailSchema });

/** Sends another link, to the given address or one asked for. */
export function ResendLink({ email }: { email: string }) {
  const { t } = useTexts(registrationTexts);
  const { t: c } = useCommon();
  const [resend] = useResendConfirmationMutation();
  const [sent, setSent] = useState(false);
  const { field, summary, onSubmit, busy } = useZodForm({
    schema,
    defaultValues: { email },
    act: async (values) => {
      await resend(values).unwrap();
      setSent(true);
    },
    guard: false,
    scope: 'resend-',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      {!email && <EmailField {...field('email')} label={c('fields.email')} autoComplete="username" />}
      {sent && <Alert tone="success">{t('inbox.resent')}</Alert>}
      <Button type="submit" variant="secondary" busy={busy}>
        {t('inbox.resend')}
      </Button>
    </Form>
  );
}
