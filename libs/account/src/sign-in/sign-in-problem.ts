import type { ApiProblem } from '@konsil/api';
import type { SignInResult } from '@konsil/auth';

const codes: Record<string, ApiProblem['code']> = {
  CredentialsSignin: 'login_failed', SecondFactorRequired: 'second_factor_required', Verification: 'wrong_code', TooMany: 'too_many',
};

/** The problem of a refused sign-in, so that its words stand where every form's do. */
export const signInProblem = ({ error, status, retryAfter }: SignInResult): ApiProblem => ({
  status,
  code: codes[error ?? ''] ?? (error === 'AccessDenied' ? 'not_allowed_now' : 'unavailable'),
  errors: [],
  ...(retryAfter !== undefined && { retryAfter }),
});
