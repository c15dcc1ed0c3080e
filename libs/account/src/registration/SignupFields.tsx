// @bundle route
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { signupSchema } from '@konsil/contracts/accounts';
import type { LegalVersion } from '@konsil/contracts/legal-texts';
import type { FieldBinding } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { CheckboxField, EmailField, TextLink } from '@konsil/ui';
import { legalPaths } from '../legal/paths.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { registrationTexts } from './texts.ts';

type Values = z.input<typeof signupSchema>;
type Name = 'email' | 'password' | 'confirm_password' | 'consent' | 'terms';

// Unticked by default; the schema requires true.
export const emptySignUp: Values = {
  email: '',
  password: '',
  confirm_password: '',
  consent: false as unknown as true,
};

export interface SignupFieldsProps {
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setValue' | 'formState'>;
  field: <N extends Name>(name: N) => FieldBinding<N>;
  terms: LegalVersion | undefined;
}

/** Email, password and the consents of a new account. */
export function SignupFields({ form, field, terms }: SignupFieldsProps) {
  const { t } = useTexts(registrationTexts);
  const { t: c } = useCommon();
  const termsId = terms?.id;
  const { setValue } = form;
  // A tick was meant for the version that was shown: another one is to be accepted again.
  useEffect(() => setValue('terms', (termsId ? false : undefined) as undefined), [setValue, termsId]);
  return (
    <>
      <EmailField {...field('email')} label={c('fields.email')} hint={t('signup.emailHint')} autoComplete="username" />
      <NewPasswordFields
        label={t('password.label')}
        field={field}
        repeat={() =>
          setValue('confirm_password', form.getValues('password'), { shouldValidate: form.formState.isSubmitted })
        }
      />
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
    </>
  );
}
