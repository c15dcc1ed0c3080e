import { useState } from 'react';
import { networkProblem, ProblemError } from '@konsil/api';
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

/**
 * The two steps of signing in: credentials, then the second factor if the account has one. `stay`: never leave the
 * page, which holds unfinished work.
 */
export const useSignIn = (callbackUrl: string, stay = false): SignIn => {
  const client = useSessionClient();
  const [pending, setPending] = useState<Credentials | null>(null);

  const signIn = async (credentials: Credentials) => {
    const result = await client.signIn('credentials', {
      ...credentials,
      callbackUrl: new URL(callbackUrl, window.location.origin).href,
    });
    if (result.ok) return;
    if (result.error === 'SecondFactorRequired' && !credentials.code) return setPending(credentials);
    // The error page (docs/specification.md section 2). Without a connection it would not load: then the form says so.
    if (result.error === 'Configuration' && !stay) {
      await import('../errors/AuthErrorPage.tsx').catch(() => {
        throw new ProblemError(networkProblem);
      });
      return client.leave('/error?error=Configuration');
    }
    throw new ProblemError(signInProblem(result, credentials.code ? 'code' : 'password'));
  };
  return { pending, signIn, startAgain: () => setPending(null) };
};
