// @bundle route
import { useNavigate } from 'react-router-dom';
import type * as z from 'zod/mini';
import type { signupSchema } from '@konsil/contracts/accounts';
import type { LegalVersion } from '@konsil/contracts/legal-texts';
import { useLegalTextsQuery } from '@konsil/api/legal-texts';
import { useSignupMutation } from '@konsil/api/registration';
import { useLocale } from '@konsil/i18n';
import { ownSignUp } from './own-sign-up.ts';

export interface SignUp {
  /** The terms of use in force, which are to be accepted. */
  terms: LegalVersion | undefined;
  /** Creates the account, then asks to open the link in the email. */
  signUp: (values: z.output<typeof signupSchema>) => Promise<void>;
}

export function useSignUp(): SignUp {
  const locale = useLocale();
  const navigate = useNavigate();
  const [signup] = useSignupMutation();
  const legal = useLegalTextsQuery();
  return {
    terms: legal.data?.versions.find(({ kind, state }) => kind === 'terms' && state === 'current'),
    signUp: async (values) => {
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
  };
}
