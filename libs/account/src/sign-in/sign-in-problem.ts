import type { ApiProblem } from '@konsil/api';
import type { SignInResult } from '@konsil/auth';

const codes: Record<string, ApiProblem['code']> = {
  CredentialsSignin: 'login_failed',
  SecondFactorRequired: 'wrong_code',
  AccessDenied: 'not_allowed_now',
  Verification: 'other_device',
  NoCookies: 'no_cookies',
};

/**
 * The problem of a refused sign-in (a second factor was given if it is the reason), so that its words stand where every form's do.
 * Whoever tries passwords too often is told the same as of a wrong one, and how long to wait (docs/security.md A3).
 */
export const signInProblem = ({ error, status, retryAfter }: SignInResult, step: 'password' | 'code'): ApiProblem => ({
  status,
  code:
    error === 'TooMany' ? (step === 'password' ? 'login_failed' : 'too_many') : (codes[error ?? ''] ?? 'unavailable'),
  errors: [],
  ...(retryAfter !== undefined && { retryAfter }),
});
