// @bundle route
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { resetPasswordSchema, type ResetPassword } from '@konsil/contracts/accounts';
import { readableAddress } from '@konsil/contracts/mail-address';
import { useZodForm } from '@konsil/forms/forms';
import { useResetPasswordMutation } from '@konsil/api/registration';
import { useSessionClient } from '@konsil/auth';
import { useTexts } from '@konsil/i18n';
import { Alert, Button, ErrorSummary, Form, PageTitle } from '@konsil/ui';
import { PublicPage } from '@konsil/portal-frame';
import { NewPasswordFields } from '../registration/NewPasswordFields.tsx';
import { registrationTexts } from '../registration/texts.ts';
import type { SignInState } from '../sign-in/SignInPage.tsx';

export interface SetPasswordProps {
  token: string;
  title: string;
  lead: string;
  /** Advice when the link has expired. */
  expired: string;
  expiredAction?: ReactNode;
  /** Sets the password; by default with the link of a reset or an invitation. */
  set?: (values: ResetPassword) => Promise<{ email: string }>;
}

/** Sets a password by the link of a reset or an invitation, then signs in with it. */
export function SetPassword({ token, title, lead, expired, expiredAction, set }: SetPasswordProps) {
  const { t } = useTexts(registrationTexts);
  const client = useSessionClient();
  const navigate = useNavigate();
  const [reset] = useResetPasswordMutation();
  const { form, field, summary, problem, onSubmit, busy } = useZodForm({
    schema: resetPasswordSchema,
    defaultValues: { token, password: '', confirm_password: '' },
    act: async (values) => {
      const { email } = await (set ?? ((given) => reset(given).unwrap()))(values);
      // The old password's sessions have ended, also in this browser.
      await client.refetch();
      const state: SignInState = { news: 'passwordSet', email: readableAddress(email) };
      await navigate('/login', { replace: true, state });
    },
    guard: false,
  });
  // A token too short for the schema counts as an expired link.
  const useless = problem?.code === 'link_expired' || token.length < 10;
  return (
    <PublicPage width="form">
      <PageTitle lead={lead}>{title}</PageTitle>
      {useless ? (
        <Alert tone="warning" action={expiredAction} live>
          {expired}
        </Alert>
      ) : (
        <Form onSubmit={(event) => void onSubmit(event)} method="post">
          <ErrorSummary {...summary} />
          <NewPasswordFields
            label={t('password.new')}
            field={field}
            repeat={() =>
              form.setValue('confirm_password', form.getValues('password'), {
                shouldValidate: form.formState.isSubmitted,
              })
            }
          />
          <Button type="submit" block busy={busy}>
            {t('reset.submit')}
          </Button>
        </Form>
      )}
    </PublicPage>
  );
}
