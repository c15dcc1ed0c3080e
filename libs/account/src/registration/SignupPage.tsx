import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { signupSchema } from '@konsil/contracts/accounts';
import { useZodForm } from '@konsil/forms/forms';
import { useTexts } from '@konsil/i18n';
import { Button, ErrorSummary, Form, PageTitle, Text, TextLink } from '@konsil/ui';
import { PublicPage } from '@konsil/portal-frame';
import { RegistrationSteps } from './RegistrationSteps.tsx';
import { emptySignUp, SignupFields } from './SignupFields.tsx';
import { registrationTexts } from './texts.ts';
import { useSignUp } from './use-sign-up.ts';

/** `/register`: email, password, consent. */
export function SignupPage() {
  const { t } = useTexts(registrationTexts);
  const { terms, signUp } = useSignUp();
  const { form, field, summary, onSubmit, busy } = useZodForm({
    schema: signupSchema,
    defaultValues: emptySignUp,
    act: signUp,
    at: { email_taken: 'email' },
    guard: false,
  });
  return (
    <PublicPage width="form">
      <RegistrationSteps current="account" />
      <PageTitle lead={t('signup.lead')}>{t('signup.title')}</PageTitle>
      <Form onSubmit={(event) => void onSubmit(event)} method="post">
        <ErrorSummary {...summary} />
        <SignupFields
          form={form as unknown as UseFormReturn<z.input<typeof signupSchema>>}
          field={field}
          terms={terms}
        />
        <Button type="submit" block busy={busy}>
          {t('signup.submit')}
        </Button>
      </Form>
      <Text as="p" size="small">
        {t('signup.haveAccount')} <TextLink to="/login">{t('signup.signIn')}</TextLink>
      </Text>
    </PublicPage>
  );
}
