import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { signupSchema } from '@konsil/contracts/accounts';
import { useZodForm } from '@konsil/forms/forms';
import { useLegalTextsQuery } from '@konsil/api/legal-texts';
import { useSignupMutation } from '@konsil/api/registration';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Button, CheckboxField, EmailField, ErrorSummary, Form, PageTitle, Text, TextLink } from '@konsil/ui';
import { PublicPage } from '@konsil/portal-frame';
import { legalPaths } from '../legal/paths.ts';
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
  const legal = useLegalTextsQuery();
  const terms = legal.data?.versions.find(({ kind, state }) => kind === 'terms' && state === 'current');
  const { form, field, summary, onSubmit, busy } = useZodForm({
    schema: signupSchema,
    // Unticked by default; the schema requires true.
    defaultValues: { email: '', password: '', confirm_password: '', consent: false as unknown as true },
    act: async (values) => {
      await signup({ ...values, locale })
        .unwrap()
        .catch((failure: unknown) => {
          // Terms may have come into force since the page was opened.
          void legal.refetch();
          throw failure;
        });
      ownSignUp.remember();
      await navigate('/register/confirm', { state: { email: values.email } });
    },
    at: { email_taken: 'email' },
    guard: false,
  });
  const termsId = terms?.id;
  // A tick was meant for the version that was shown: another one is to be accepted again.
  useEffect(() => form.setValue('terms', (termsId ? false : undefined) as undefined), [form, termsId]);
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
        {terms && (
          <>
            {/* A ticked box has the id as its value: it agrees to this version. */}
            <CheckboxField {...field('terms')} key={terms.id} value={terms.id} label={t('signup.terms')} />
            <TextLink standalone to={legalPaths.terms} target="_blank">
              {t('signup.termsMore')}
            </TextLink>
          </>
        )}
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
