import { authAddresses as routes } from '@konsil/contracts/addresses';
import type { AuthSession } from '@konsil/contracts/auth';
import { pathOf } from '@konsil/contracts/route';
import type { RouteContract } from '@konsil/contracts/route';
import { addressOf, credentials, networkProblem, recordServerTime, ProblemError } from '@konsil/api';

export interface Provider {
  id: string;
  name: string;
  type: string;
  signinUrl: string;
  callbackUrl: string;
}

const reach = async (path: string, init: RequestInit = {}): Promise<Response> => {
  try {
    const response = await fetch(addressOf(path), { credentials: credentials(), cache: 'no-store', ...init });
    recordServerTime(response);
    return response;
  } catch {
    throw new ProblemError(networkProblem);
  }
};

const sendForm = (route: Pick<RouteContract, 'path'>, params: Record<string, string>, fields: Record<string, string>) =>
  reach(pathOf(route, params), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, json: 'true' }),
  });

/** Sends a beacon to the server's log (docs/sign-in-protocol.md): code and message, nothing personal. */
export const logAuthError = (code: string, message: string): void => {
  const entry = new URLSearchParams({ level: 'error', code, message, client: 'true', url: window.location.origin });
  navigator.sendBeacon?.(addressOf(routes.authLog.path), entry);
};

/** The session, or null if signed out. */
export async function getSession(): Promise<AuthSession | null> {
  const response = await reach(routes.authSession.path);
  const answer = (await response.json().catch(() => null)) as Partial<AuthSession> | null;
  if (!response.ok) {
    logAuthError('CLIENT_FETCH_ERROR', `session ${response.status}`);
    return null;
  }
  return answer?.user && answer.expires ? (answer as AuthSession) : null;
}

/** The CSRF token of the protocol's forms. */
export async function getCsrfToken(): Promise<string> {
  const response = await reach(routes.authCsrf.path);
  const { csrfToken } = (await response.json().catch(() => ({}))) as { csrfToken?: string };
  return csrfToken ?? '';
}

/** The sign-in providers by id; null if they cannot be fetched. */
export async function getProviders(): Promise<Record<string, Provider> | null> {
  const response = await reach(routes.authProviders.path);
  return response.ok ? ((await response.json()) as Record<string, Provider>) : null;
}

/** Changes session data (name, language) and returns the new session. */
export async function postUpdate(data: unknown): Promise<AuthSession | null> {
  const response = await reach(routes.authUpdate.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ csrfToken: await getCsrfToken(), data }),
  });
  const answer = (await response.json().catch(() => null)) as Partial<AuthSession> | null;
  return answer?.user ? (answer as AuthSession) : null;
}

/** Posts the credentials; the response always has a `url`, with `error` in its query after a refusal. */
export async function postCredentials(
  fields: Record<string, string>,
  callbackUrl: string,
): Promise<{ status: number; url: string; retryAfter: number | undefined }> {
  const csrfToken = await getCsrfToken();
  const response = await sendForm(
    routes.authCallback,
    { provider: 'credentials' },
    { ...fields, csrfToken, callbackUrl },
  );
  const { url } = (await response.json()) as { url: string };
  return { status: response.status, url, retryAfter: Number(response.headers.get('retry-after')) || undefined };
}

/** Ends the session through the protocol, for when the API tokens are gone. */
export async function postSignOut(callbackUrl: string): Promise<void> {
  const csrfToken = await getCsrfToken();
  await sendForm(routes.authSignout, {}, { csrfToken, callbackUrl });
}
