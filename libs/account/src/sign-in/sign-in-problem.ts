import type { ApiProblem } from '@konsil/api';
import type { SignInResult } from '@konsil/auth';

const codes: Record<string, ApiProblem['code']> = {
  CredentialsSignin: 'login_failed', SecondFactorRequired: 'wrong_code', TooMany: 'too_many', AccessDenied: 'not_allowed_now',
};

/** The problem of a refused sign-in (a second factor was given if it is the reason), so that its words stand where every form's do. */
export const signInProblem = ({ error, status, retryAfter }: SignInResult): ApiProblem => ({
  status,
  code: codes[error ?? ''] ?? 'unavailable',
  errors: [],
  ...(retryAfter !== undefined && { retryAfter }),
});
