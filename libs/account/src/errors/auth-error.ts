// @bundle route
import { authErrors } from '@konsil/contracts/auth';
import type { AuthError } from '@konsil/contracts/auth';

/** The named error of an `?error=` query; anything else is the unknown error. */
export const authErrorOf = (name: string | null): AuthError =>
  authErrors.find((known) => known === name) ?? 'UnknownError';
