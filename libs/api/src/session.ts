import type { AuthSession } from '@konsil/contracts/auth';
import type { IsLoggedIn, Login, Tokens } from '@konsil/contracts/sign-in';
import { plainAuthCalls as auth } from './auth-calls.ts';
import type { AuthForm, AuthFormResult, Provider } from './auth-calls.ts';
import { baseApi } from './base-api.ts';
import { fromCall } from './call-endpoints.ts';
import { plainSignInCalls as signIn } from './session-calls.ts';

/** The endpoints behind `sessionCalls`, once there is a store. */
export const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    isLoggedIn: build.query<IsLoggedIn, void>({ queryFn: fromCall(signIn.isLoggedIn) }),
    login: build.mutation<Tokens, Login>({ queryFn: fromCall(signIn.login) }),
    logout: build.mutation<{ ok: true }, void>({ queryFn: fromCall(signIn.logout) }),
    extendSession: build.mutation<Pick<IsLoggedIn, 'expires_at' | 'absolute_expires_at'>, void>({
      queryFn: fromCall(signIn.extendSession),
    }),
    authSession: build.query<AuthSession | null, void>({ queryFn: fromCall(auth.authSession) }),
    authCsrf: build.query<string, void>({ queryFn: fromCall(auth.authCsrf) }),
    authProviders: build.query<Record<string, Provider> | null, void>({ queryFn: fromCall(auth.authProviders) }),
    authUpdate: build.mutation<AuthSession | null, { csrfToken: string; data: unknown }>({
      queryFn: fromCall(auth.authUpdate),
    }),
    authCallback: build.mutation<AuthFormResult, AuthForm>({ queryFn: fromCall(auth.authCallback) }),
    authSignin: build.mutation<AuthFormResult, AuthForm>({ queryFn: fromCall(auth.authSignin) }),
    authSignout: build.mutation<AuthFormResult, AuthForm>({ queryFn: fromCall(auth.authSignout) }),
    authLog: build.mutation<null, { code: string; message: string }>({ queryFn: fromCall(auth.authLog) }),
  }),
});
