import type { IsLoggedIn } from '@konsil/contracts/sign-in';
import type { AuthSession } from '@konsil/contracts/auth';
import {
  clearTokens,
  credentials,
  hasToken,
  toDeviceTime,
  ProblemError,
  sessionCalls,
  sessionResumed,
} from '@konsil/api';
import { storeLocale, preferredLocale } from '@konsil/i18n';
import { getProviders, getSession, logAuthError, postCredentials, postSignOut, postUpdate } from './protocol.ts';
import { notifyTabs } from './tabs.ts';

export interface AuthState {
  session: AuthSession | null;
  /** False until the first fetch of the session has finished. */
  fetched: boolean;
  /** The result of `isloggedin`: missing registration step, end of the session. */
  login: IsLoggedIn | null;
  /** The login check failed although there is a session, e.g. without a connection. */
  loginFailed: boolean;
  /** The session expired on an open page: the page stays until the user signs in again. */
  ended: boolean;
  /** End of the session without activity, in milliseconds; null if unknown. */
  endsAt: number | null;
}

export interface SignInResult {
  error: string | null;
  status: number;
  ok: boolean;
  url: string | null;
  /** Seconds to wait after too many attempts. */
  retryAfter?: number | undefined;
  /** The identity provider that the clinic requires. */
  provider?: string | null;
}

export interface Credentials {
  email: string;
  password: string;
  code?: string | undefined;
}

const signedOut: AuthState = {
  session: null,
  fetched: true,
  login: null,
  loginFailed: false,
  ended: false,
  endsAt: null,
};
// Smaller extensions need no update.
const worthMoving = 15_000;

export interface SessionClientOptions {
  /** Leaves the page without a history entry; default is `location.replace`. */
  leave?: (address: string) => void;
}

/**
 * The session of this page: fetched, kept up to date, shared with other tabs. One per portal, passed to
 * `SessionProvider`.
 */
export function createSessionClient({
  leave = (address) => window.location.replace(address),
}: SessionClientOptions = {}) {
  let state: AuthState = { ...signedOut, fetched: false };
  let fetching: Promise<void> | null = null;
  let checking: Promise<boolean> | null = null;
  let idle = 0;
  let signingOut = false;
  let started = false;
  // True if the last fetch of the session got a response.
  let answered = false;
  const listeners = new Set<() => void>();

  const set = (change: Partial<AuthState>) => {
    state = { ...state, ...change };
    listeners.forEach((listener) => listener());
  };
  const userId = () => state.session?.user.user_patient_id ?? state.login?.user_patient_id;

  const accept = (session: AuthSession | null) => {
    const before = userId();
    if (!session) return set(before ? { session: null, fetched: true, ended: true } : { session: null, fetched: true });
    // Another user signed in: nothing of the previous one may stay.
    if (before && session.user.user_patient_id !== before) return leave('/');
    const resumed = state.ended;
    // The server's value wins: another tab may have extended the session.
    set({ session, fetched: true, ended: false, endsAt: toDeviceTime(session.expires) });
    if (resumed) sessionResumed.emit();
  };

  const fetchSession = async () => {
    answered = false;
    try {
      const session = await getSession();
      answered = true;
      // A session without tokens is left over from a sign-out that could not reach the server.
      if (session && !hasToken()) {
        await postSignOut(window.location.origin);
        return accept(null);
      }
      accept(session);
    } catch (error) {
      // Without a connection the session stays unchanged; only the first fetch must complete.
      logAuthError('CLIENT_FETCH_ERROR', error instanceof ProblemError ? error.message : 'session');
      set({ fetched: true });
    }
  };

  /** Refetches the session; concurrent calls share one request. */
  const refetch = (): Promise<void> => {
    fetching ??= fetchSession().finally(() => {
      fetching = null;
    });
    return fetching;
  };

  const setEnd = ({ expires_at, absolute_expires_at }: Pick<IsLoggedIn, 'expires_at' | 'absolute_expires_at'>) => {
    idle = toDeviceTime(expires_at) - Date.now();
    set({ endsAt: Math.min(toDeviceTime(expires_at), toDeviceTime(absolute_expires_at)) });
  };

  const nobodyIsThere = (): false => {
    console.warn('unauthorized');
    set({ login: null, loginFailed: true });
    return false;
  };
  const askWhoIsThere = async (): Promise<boolean> => {
    // The server decides by the token alone (docs/specification.md section 7).
    if (!hasToken()) return nobodyIsThere();
    try {
      const login = await sessionCalls.isLoggedIn();
      set({ login, loginFailed: false });
      setEnd(login);
      return true;
    } catch (error) {
      // A lost connection says nothing about who is there: the page stays, with what is written on it.
      const isRefused = error instanceof ProblemError && [401, 403].includes(error.problem.status);
      return state.login && !isRefused ? false : nobodyIsThere();
    }
  };

  /** Requests who is signed in (docs/specification.md section 4). False if nobody is, or unknown. */
  const checkLogin = (): Promise<boolean> => {
    checking ??= askWhoIsThere().finally(() => {
      checking = null;
    });
    return checking;
  };

  /** Requests session and login once before rendering, so that components do not request them again. */
  const start = () => {
    if (started) return;
    started = true;
    void refetch();
    void checkLogin();
  };

  const begin = async () => {
    await Promise.all([refetch(), checkLogin()]);
    notifyTabs('getSession');
  };

  const signInElsewhere = async (fields: Credentials): Promise<SignInResult> => {
    const errors: Record<string, string> = {
      login_failed: 'CredentialsSignin',
      second_factor_required: 'SecondFactorRequired',
      too_many: 'TooMany',
      other_device: 'Verification',
    };
    try {
      await sessionCalls.login(fields);
      return { error: null, status: 200, ok: true, url: window.location.origin };
    } catch (error) {
      if (!(error instanceof ProblemError) || !(error.problem.code in errors)) throw error;
      const { status, code, retryAfter } = error.problem;
      return { error: errors[code] ?? null, status, ok: false, url: null, retryAfter };
    }
  };

  const signInHere = async (
    { email, password, code = '' }: Credentials,
    callbackUrl: string,
  ): Promise<SignInResult> => {
    // Unreachable providers lead to the error page, whatever the reason (docs/specification.md section 2).
    const providers = await getProviders().catch(() => null);
    if (!providers?.credentials) return { error: 'Configuration', status: 0, ok: false, url: null };
    const { status, url, retryAfter } = await postCredentials({ email, password, ...(code && { code }) }, callbackUrl);
    const { searchParams } = new URL(url, window.location.origin);
    const error = searchParams.get('error');
    // The token was just fetched: only its cookie can be missing.
    const lost = url.includes('csrf=true');
    const ok = status === 200 && !error && !lost;
    return {
      error: error ?? (lost ? 'NoCookies' : ok ? null : 'UnknownError'),
      status,
      ok,
      url: ok ? url : null,
      retryAfter,
      ...(error === 'ProviderRequired' && { provider: searchParams.get('provider') }),
    };
  };

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refetch,
    checkLogin,
    start,

    /**
     * Signs in with email, password and, if needed, a second factor. Fails with `Configuration` when the providers
     * cannot be fetched; throws a `ProblemError` when the connection is lost later.
     */
    signIn: async (
      _provider: 'credentials',
      { callbackUrl = window.location.href, ...fields }: Credentials & { callbackUrl?: string },
    ): Promise<SignInResult> => {
      // Cookies of another origin are not readable here: there the specification's login request returns the tokens.
      const result = await (credentials() === 'include' ? signInElsewhere(fields) : signInHere(fields, callbackUrl));
      if (!result.ok) return result;
      await begin();
      if (state.session) return result;
      // The server signed the user in, but the browser did not store the cookies.
      return { ...result, ok: false, url: null, error: answered || !hasToken() ? 'NoCookies' : 'UnknownError' };
    },

    /** Reads the session after another request signed in, e.g. a passkey. False without the browser's cookies. */
    begin: async (): Promise<boolean> => {
      await begin();
      return state.session !== null;
    },

    /** Ends the session everywhere: server, both cookies, this page, other tabs. Back shows nothing. */
    signOut: async (): Promise<void> => {
      signingOut = true;
      const locale = preferredLocale();
      const logout = sessionCalls.logout();
      // Before the server notifies them: other tabs must see a sign-out, not an expired session.
      notifyTabs('signout');
      try {
        await logout;
      } catch {
        await postSignOut(window.location.origin).catch(() => undefined);
      }
      clearTokens();
      // The server's response clears this browser's storage; the language survives.
      storeLocale(locale);
      set(signedOut);
      signingOut = false;
      leave('/');
    },

    /** Another tab signed out. */
    followSignOut: () => {
      if (!state.session && !state.login) return;
      clearTokens();
      set(signedOut);
      leave('/');
    },

    /** Changes session data. */
    update: async (data: unknown): Promise<AuthSession | null> => {
      const session = await postUpdate(data);
      if (session) {
        accept(session);
        notifyTabs('getSession');
      }
      return session;
    },

    /** A request counted as activity: extends the session on the page. */
    noteUse: () => {
      if (!state.login || state.endsAt === null) return;
      const end = Math.min(Date.now() + idle, toDeviceTime(state.login.absolute_expires_at));
      if (end - state.endsAt > worthMoving) set({ endsAt: end });
    },

    /** Extends a session that is about to end. */
    extend: async () => setEnd(await sessionCalls.extendSession()),

    /** The server refused a request: the session is over. */
    end: () => {
      if (userId() && !state.ended && !signingOut) set({ session: null, ended: true });
    },
    leave,
  };
}

export type SessionClient = ReturnType<typeof createSessionClient>;
