import { useState } from 'react';
import * as z from 'zod/mini';
import { emailSchema } from '@konsil/contracts/sign-in';
import { useZodForm } from '@konsil/forms/forms';
import { useForgotPasswordMutation } from '@konsil/api/registration';
import { useCommon, useTexts } from '@konsil/i18n';
import { BackLink, Button, ButtonLink, EmailField, ErrorSummary, Form, PageTitle } from '@konsil/ui';
import { PublicPage } from '@konsil/portal-frame';
import { registrationTexts } from '../registration/texts.ts';

const schema = z.object({ email: emailSchema });

/** `/forgot-password`: sends a link; the response does not reveal whether the address is known. */
export function ForgotPasswordPage() {
  const { t } = useTexts(registrationTexts);
  const { t: c } = useCommon();
  const [send] = useForgotPasswordMutation();
  const [sent, setSent] = useState(false);
  const { field, summary, onSubmit, busy } = useZodForm({
    schema,
    defaultValues: { email: '' },
    act: async (values) => {
      await send(values).unwrap();
      setSent(true);
    },
    guard: false,
  });
  if (sent) {
    return (
      <PublicPage width="form">
        <PageTitle lead={t('forgot.sent')}>{t('forgot.sentTitle')}</PageTitle>
        <div>
          <ButtonLink to="/login" variant="secondary">
            {t('forgot.back')}
          </ButtonLink>
        </div>
      </PublicPage>
    );
  }
  return (
    <PublicPage width="form">
      <PageTitle back={<BackLink to="/login">{t('forgot.back')}</BackLink>} lead={t('forgot.lead')}>
        {t('forgot.title')}
      </PageTitle>
      <Form onSubmit={(event) => void onSubmit(event)} method="post">
        <ErrorSummary {...summary} />
        <EmailField {...field('email')} label={c('fields.email')} autoComplete="username" />
        <Button type="submit" block busy={busy}>
          {t('forgot.submit')}
        </Button>
      </Form>
    </PublicPage>
  );
}
