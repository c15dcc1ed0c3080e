import { lazy, startTransition, Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePortal } from '@konsil/portal-frame';
import { PasskeyButton } from './PasskeyButton.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { usePasskey } from './use-passkey.ts';
import { useSignIn } from './use-sign-in.ts';

const CodeStep = lazy(() => import('./CodeStep.tsx').then((module) => ({ default: module.CodeStep })));

export interface SignInStepsProps {
  email?: string;
  /** Target after the sign-in, a path or URL; the server checks it. */
  callbackUrl: string;
  scope?: string;
  /** Between fields and button: the "forgot password" link. */
  children?: ReactNode;
  /** Shown below the first step. */
  below?: ReactNode;
}

/** Email and password, then the second factor if the account has one. The parent observes the session. */
export function SignInSteps({ email, callbackUrl, scope, children, below }: SignInStepsProps) {
  const { pending, signIn, startAgain } = useSignIn(callbackUrl, scope !== undefined);
  const passkey = usePasskey();
  const { config } = usePortal();
  const [others, setOthers] = useState<ReactNode>();
  // Not while hydrating: the prerendered page does not know the providers.
  useEffect(() => {
    if (config.providers)
      void import('../providers/ProviderButtons.tsx').then(({ ProviderButtons }) =>
        startTransition(() => setOthers(<ProviderButtons callbackUrl={callbackUrl} />)),
      );
  }, [config, callbackUrl]);
  const named = scope ? { scope } : {};
  if (pending) {
    return (
      <Suspense>
        <CodeStep {...named} act={(code) => signIn({ ...pending, code })} onStartAgain={startAgain}>
          <PasskeyButton {...passkey} />
        </CodeStep>
      </Suspense>
    );
  }
  return (
    <>
      <PasswordStep {...named} email={email ?? ''} act={signIn} onFirstFocus={passkey.offer}>
        {children}
      </PasswordStep>
      <PasskeyButton {...passkey} />
      {others}
      {below}
    </>
  );
}
