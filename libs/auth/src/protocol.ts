import type { AuthSession } from '@konsil/contracts/auth';
import { sessionCalls } from '@konsil/api';
import type { AuthFormResult } from '@konsil/api';

/** Reports a failure to the server's log: code and message, nothing personal. */
export const logAuthError = (code: string, message: string): void => void sessionCalls.authLog({ code, message });

/** The session, or null if signed out. */
export const getSession = (): Promise<AuthSession | null> => sessionCalls.authSession();

/** The CSRF token of the protocol's forms. */
export const getCsrfToken = (): Promise<string> => sessionCalls.authCsrf();

/** The sign-in providers by id; null if they cannot be fetched. */
export const getProviders = () => sessionCalls.authProviders();

/** Changes session data (name, language) and returns the new session. */
export const postUpdate = async (data: unknown): Promise<AuthSession | null> =>
  sessionCalls.authUpdate({ csrfToken: await getCsrfToken(), data });

/** Posts the credentials; the response always has a `url`, with `error` in its query after a refusal. */
export const postCredentials = async (fields: Record<string, string>, callbackUrl: string): Promise<AuthFormResult> =>
  sessionCalls.authCallback({
    provider: 'credentials',
    fields: { ...fields, csrfToken: await getCsrfToken(), callbackUrl },
  });

/** Ends the session through the protocol, for when the API tokens are gone. */
export const postSignOut = async (callbackUrl: string): Promise<AuthFormResult> =>
  sessionCalls.authSignout({ fields: { csrfToken: await getCsrfToken(), callbackUrl } });
