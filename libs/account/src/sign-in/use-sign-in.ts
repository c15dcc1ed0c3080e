import { useState } from 'react';
import { ProblemError } from '@konsil/api';
import { useSessionClient } from '@konsil/auth';
import type { Credentials } from '@konsil/auth';
import { signInProblem } from './sign-in-problem.ts';

export interface SignIn {
  /** Correct credentials that still need the second factor. */
  pending: Credentials | null;
  /** Signs in; rejects with the problem of a refusal. Sets `pending` when a second factor is needed. */
  signIn: (credentials: Credentials) => Promise<void>;
  startAgain: () => void;
}

/** The two steps of signing in: credentials, then the second factor if the account has one. */
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
