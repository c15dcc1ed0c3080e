import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { safeCallback, useAuthState } from '@konsil/auth';
import { useTexts } from '@konsil/i18n';
import { Alert, PageTitle, Stack, TextLink } from '@konsil/ui';
import { publicTexts } from '@konsil/portal-frame';
import { AfterSignIn } from './AfterSignIn.tsx';
import { SignInSteps } from './SignInSteps.tsx';

const AuthErrorAlert = lazy(() =>
  import('../errors/AuthErrorAlert.tsx').then((module) => ({ default: module.AuthErrorAlert })),
);

const ProviderCode = lazy(() =>
  import('../providers/ProviderCode.tsx').then((module) => ({ default: module.ProviderCode })),
);

/** `location.state` from the previous page. */
export interface SignInState {
  news?: 'passwordSet' | 'emailConfirmed';
  /** In Unicode. */
  email?: string;
}

export interface SignInPageProps {
  lead: string;
  /** Below the form: how to get an account. */
  children?: ReactNode;
}

/** The sign-in page of a portal: shows `?error=` as text and returns to `?callbackUrl=`. */
export function SignInPage({ lead, children }: SignInPageProps) {
  const { t } = useTexts(publicTexts);
  const [query] = useSearchParams();
  const { session } = useAuthState();
  const state = (useLocation().state ?? {}) as SignInState;
  const next = safeCallback(query.get('callbackUrl'));
  if (session) return <AfterSignIn next={next} />;

  const error = query.get('error');
  // A sign-in with a provider came back; the code is missing.
  if (error === 'SecondFactorRequired' && query.has('provider'))
    return (
      <Suspense>
        <ProviderCode next={next} />
      </Suspense>
    );
  return (
    <Stack gap={5}>
      <PageTitle lead={lead}>{t('signIn.title')}</PageTitle>
      {state.news && <Alert tone="success">{t(`signIn.${state.news}`)}</Alert>}
      {error === 'SessionRequired' && <Alert>{t('signIn.sessionRequired')}</Alert>}
      {error && error !== 'SessionRequired' && (
        <Suspense>
          <AuthErrorAlert error={error} />
        </Suspense>
      )}
      <SignInSteps email={state.email ?? ''} callbackUrl={next ?? '/'} below={children}>
        <TextLink standalone to="/forgot-password">
          {t('signIn.forgot')}
        </TextLink>
      </SignInSteps>
    </Stack>
  );
}
