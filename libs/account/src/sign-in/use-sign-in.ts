import { useState } from 'react';
import { ProblemError } from '@konsil/api';
import { useSessionClient } from '@konsil/auth';
import type { Credentials } from '@konsil/auth';
import { signInProblem } from './sign-in-problem.ts';

export interface SignIn {
  /** E-mail and password that were right, while the second factor is missing. */
  pending: Credentials | null;
  /** Signs in; throws the problem of a refusal. Becomes `pending` when a second factor is asked for. */
  signIn: (credentials: Credentials) => Promise<void>;
  startAgain: () => void;
}

/** The two steps of signing in: e-mail and password, then the second factor where the account asks for one. */
export const useSignIn = (callbackUrl: string): SignIn => {
  const client = useSessionClient();
  const [pending, setPending] = useState<Credentials | null>(null);

  const signIn = async (credentials: Credentials) => {
    const result = await client.signIn('credentials', {
      ...credentials,
      callbackUrl: new URL(callbackUrl, window.location.origin).href,
    });
    if (result.ok) return;
    if (result.error === 'SecondFactorRequired' && !credentials.code) return setPending(credentials);
    throw new ProblemError(signInProblem(result, credentials.code ? 'code' : 'password'));
  };
  return { pending, signIn, startAgain: () => setPending(null) };
};
