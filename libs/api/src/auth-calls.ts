import { authAddresses as routes } from '@konsil/contracts/addresses';
import type { AuthSession } from '@konsil/contracts/auth';
import { pathOf } from '@konsil/contracts/route';
import type { RouteContract } from '@konsil/contracts/route';
import { addressOf, credentials } from './origin.ts';
import { networkProblem, ProblemError, problemOfAnswer } from './problem.ts';
import { recordServerTime } from './server-clock.ts';

export interface Provider {
  id: string;
  name: string;
  type: string;
  signinUrl: string;
  callbackUrl: string;
}

/** A form of the protocol. `provider`: the way to sign in. */
export interface AuthForm {
  provider?: string;
  fields: Record<string, string>;
}

/** The response to a form; `url` has an `error` in its query after a refusal. */
export interface AuthFormResult {
  status: number;
  url: string;
  /** Seconds to wait after too many attempts. */
  retryAfter: number | undefined;
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

const jsonOf = async <T>(response: Response): Promise<Partial<T> | null> =>
  (await response.json().catch(() => null)) as Partial<T> | null;

/** The JSON of a response, or null if it is empty. A truncated or foreign response throws like a lost connection. */
const completeJsonOf = async <T>(response: Response): Promise<Partial<T> | null> => {
  try {
    const text = await response.text();
    return text === '' ? null : (JSON.parse(text) as Partial<T> | null);
  } catch {
    throw new ProblemError(networkProblem);
  }
};

const sessionOf = (answer: Partial<AuthSession> | null): AuthSession | null =>
  answer?.user && answer.expires ? (answer as AuthSession) : null;

const sendForm =
  (route: Pick<RouteContract, 'path'>) =>
  async ({ provider = '', fields }: AuthForm): Promise<AuthFormResult> => {
    const response = await reach(pathOf(route, { provider }), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields, json: 'true' }),
    });
    const { url } = (await response.json()) as { url: string };
    return {
      status: response.status,
      url,
      retryAfter: Number(response.headers.get('retry-after')) || undefined,
    };
  };

/** Sends a beacon to the server's log (docs/sign-in-protocol.md): code and message, nothing personal. */
const authLog = ({ code, message }: { code: string; message: string }): Promise<null> => {
  const entry = new URLSearchParams({ level: 'error', code, message, client: 'true', url: window.location.origin });
  navigator.sendBeacon?.(addressOf(routes.authLog.path), entry);
  return Promise.resolve(null);
};

/** The requests of the session protocol, one each (docs/sign-in-protocol.md). */
export const plainAuthCalls = {
  /** The session, or null if signed out. Throws a `ProblemError` where the response does not say which. */
  authSession: async (): Promise<AuthSession | null> => {
    const response = await reach(routes.authSession.path);
    if (!response.ok) throw new ProblemError(problemOfAnswer(response.status, null, null));
    return sessionOf(await completeJsonOf<AuthSession>(response));
  },
  /** The CSRF token of the protocol's forms; empty if there is none. */
  authCsrf: async (): Promise<string> =>
    (await jsonOf<{ csrfToken: string }>(await reach(routes.authCsrf.path)))?.csrfToken ?? '',
  /** The sign-in providers by id; null if they cannot be fetched. */
  authProviders: async (): Promise<Record<string, Provider> | null> => {
    const response = await reach(routes.authProviders.path);
    return response.ok ? ((await response.json()) as Record<string, Provider>) : null;
  },
  /** Changes session data (name, language) and returns the new session. */
  authUpdate: async (body: { csrfToken: string; data: unknown }): Promise<AuthSession | null> =>
    sessionOf(
      await jsonOf<AuthSession>(
        await reach(routes.authUpdate.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    ),
  authCallback: sendForm(routes.authCallback),
  authSignin: sendForm(routes.authSignin),
  authSignout: sendForm(routes.authSignout),
  authLog,
};
