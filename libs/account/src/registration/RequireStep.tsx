import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import type { RegistrationStep } from '@konsil/contracts/sign-in';
import { useAuthState } from '@konsil/auth';
import { LoginFailed, PageLoading } from '@konsil/portal-frame';
import { AfterSignIn } from '../sign-in/AfterSignIn.tsx';

/** Shows a registration page only at one of its steps; others are redirected to theirs. */
export function RequireStep({
  steps,
  next,
  children,
}: {
  steps: RegistrationStep[];
  /** The page after a completed registration; by default the role's start page. */
  next?: string | undefined;
  children: ReactNode;
}) {
  const { session, fetched, login, loginFailed } = useAuthState();
  if (session && !login && loginFailed) return <LoginFailed />;
  if (!fetched || (session && !login)) return <PageLoading />;
  if (!session) return <Navigate to="/login" replace />;
  return login && steps.includes(login.registration) ? children : <AfterSignIn next={next ?? null} />;
}
