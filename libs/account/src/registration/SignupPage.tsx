import { useNavigate } from 'react-router-dom';
import { signupSchema } from '@konsil/contracts/accounts';
import { useZodForm } from '@konsil/forms/forms';
import { useSignupMutation } from '@konsil/api/registration';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Button, CheckboxField, EmailField, ErrorSummary, Form, PageTitle, Text, TextLink } from '@konsil/ui';
import { PublicPage } from '@konsil/portal-frame';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { ownSignUp } from './own-sign-up.ts';
import { RegistrationSteps } from './RegistrationSteps.tsx';
import { registrationTexts } from './texts.ts';

/** `/register`: email, password, consent. */
export function SignupPage() {
  const { t } = useTexts(registrationTexts);
  const { t: c } = useCommon();
  const locale = useLocale();
  const navigate = useNavigate();
  const [signup] = useSignupMutation();
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: signupSchema,
    // Unticked by default; the schema requires true.
    defaultValues: { email: '', password: '', confirm_password: '', consent: false as unknown as true },
    act: async (values) => {
      await signup({ ...values, locale }).unwrap();
      ownSignUp.remember();
      await navigate('/register/confirm', { state: { email: values.email } });
    },
    at: { email_taken: 'email' },
    guard: false,
  });
  return (
    <PublicPage width="form">
      <RegistrationSteps current="account" />
      <PageTitle lead={t('signup.lead')}>{t('signup.title')}</PageTitle>
      <Form onSubmit={(event) => void onSubmit(event)} method="post">
        <ErrorSummary {...summary} />
        <EmailField
          {...field('email')}
          label={c('fields.email')}
          hint={t('signup.emailHint')}
          autoComplete="username"
        />
        <NewPasswordFields label={t('password.label')} field={field} />
        <CheckboxField {...field('consent')} label={t('signup.consent')} />
        <TextLink standalone to="/datenschutz" target="_blank">
          {t('signup.consentMore')}
        </TextLink>
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
