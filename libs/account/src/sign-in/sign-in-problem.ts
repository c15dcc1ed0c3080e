import type { ApiProblem } from '@konsil/api';
import type { SignInResult } from '@konsil/auth';

const codes: Record<string, ApiProblem['code']> = {
  CredentialsSignin: 'login_failed',
  SecondFactorRequired: 'wrong_code',
  AccessDenied: 'not_allowed_now',
  Verification: 'other_device',
  ProviderRequired: 'provider_required',
  NoCookies: 'no_cookies',
};

/**
 * Maps a refused sign-in to a problem (of the second factor if one was given), so that it is shown like other form
 * errors. Too many passwords read like a wrong one, with the wait (docs/security.md A3).
 */
export const signInProblem = (
  { error, status, retryAfter, provider }: SignInResult,
  step: 'password' | 'code',
): ApiProblem => ({
  status,
  code:
    error === 'TooMany' ? (step === 'password' ? 'login_failed' : 'too_many') : (codes[error ?? ''] ?? 'unavailable'),
  errors: [],
  ...(retryAfter !== undefined && { retryAfter }),
  ...(provider && { provider }),
});
