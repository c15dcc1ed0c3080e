import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { PasswordStep } from './PasswordStep.tsx';
import { useSignIn } from './use-sign-in.ts';

const CodeStep = lazy(() => import('./CodeStep.tsx').then((module) => ({ default: module.CodeStep })));

export interface SignInStepsProps {
  email?: string;
  /** Where the sign-in leads afterwards, a path or an address; the server checks it. */
  callbackUrl: string;
  scope?: string;
  /** Between the fields and the button: the link for those who forgot. */
  children?: ReactNode;
  /** Under the first step. */
  below?: ReactNode;
}

/** E-mail and password, then the second factor if the account asks for one. Whoever shows it follows the session. */
export function SignInSteps({ email, callbackUrl, scope, children, below }: SignInStepsProps) {
  const { pending, signIn, startAgain } = useSignIn(callbackUrl);
  const named = scope ? { scope } : {};
  if (pending) {
    return (
      <Suspense>
        <CodeStep {...named} act={(code) => signIn({ ...pending, code })} onStartAgain={startAgain} />
      </Suspense>
    );
  }
  return (
    <>
      <PasswordStep {...named} email={email ?? ''} act={signIn}>
        {children}
      </PasswordStep>
      {below}
    </>
  );
}
