import { lazy, Suspense, useRef } from 'react';
import type { ReactNode } from 'react';
import { useSmallForm } from '@konsil/forms/small-form';
import type { Credentials } from '@konsil/auth';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, EmailField, ErrorSummary, Form, PasswordField } from '@konsil/ui';
import { useHeldPresses, publicTexts } from '@konsil/portal-frame';

const WaitHint = lazy(() => import('./WaitHint.tsx').then((module) => ({ default: module.WaitHint })));

export interface PasswordStepProps {
  email?: string;
  /** Prefix of field ids, in a dialog over a page with fields of the same name. */
  scope?: string;
  act: (credentials: Credentials) => Promise<void>;
  /** Offers passkeys among the browser's suggestions. */
  onFirstFocus?: () => void;
  /** Between fields and button: the "forgot password" link. */
  children?: ReactNode;
}

export function PasswordStep({ email = '', scope, act, onFirstFocus, children }: PasswordStepProps) {
  const { t } = useTexts(publicTexts);
  const { t: c } = useCommon();
  const { field, summary, problem, onSubmit, busy } = useSmallForm({
    rules: () => import('./rules.ts').then((rules) => rules.loginSchema),
    act: ({ email: address, password }) => act({ email: address, password }),
    ...(scope && { scope }),
  });
  const form = useRef<HTMLFormElement>(null);
  useHeldPresses(form);
  return (
    <Form ref={form} onSubmit={(event) => void onSubmit(event)} method="post">
      <ErrorSummary {...summary} />
      {problem && (
        <Suspense>
          <WaitHint problem={problem} />
        </Suspense>
      )}
      <EmailField
        {...field('email')}
        defaultValue={email}
        label={t('signIn.email')}
        autoComplete="username webauthn"
        onFocus={onFirstFocus}
      />
      <PasswordField
        {...field('password')}
        data-focus-first={email !== '' || undefined}
        label={t('signIn.password')}
        autoComplete="current-password"
        words={{ show: c('words.show'), hide: c('words.hide') }}
      />
      {children}
      <Button type="submit" block busy={busy}>
        {t('signIn.submit')}
      </Button>
    </Form>
  );
}
