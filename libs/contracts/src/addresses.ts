/**
 * Method and path of the session requests. Separate from `sign-in.ts` and `auth.ts`, which build on them, because every
 * first page needs them without schemas.
 */
export const signInAddresses = {
  login: { method: 'POST', path: '/account/api/login' },
  logout: { method: 'POST', path: '/account/api/logout' },
  isLoggedIn: { method: 'GET', path: '/account/isloggedin' },
  extendSession: { method: 'POST', path: '/account/sessions/extend' },
} as const;

export const passkeyAddresses = {
  startPasskeySignIn: { method: 'POST', path: '/account/api/passkey/options' },
  passkeySignIn: { method: 'POST', path: '/account/api/passkey' },
} as const;

export const providerAddresses = {
  finishProviderSignIn: { method: 'POST', path: '/account/api/provider' },
} as const;

export const authAddresses = {
  authSession: { method: 'GET', path: '/api/auth/session' },
  authCsrf: { method: 'GET', path: '/api/auth/csrf' },
  authProviders: { method: 'GET', path: '/api/auth/providers' },
  authUpdate: { method: 'POST', path: '/api/auth/session' },
  authCallback: { method: 'POST', path: '/api/auth/callback/:provider' },
  authSignin: { method: 'POST', path: '/api/auth/signin/:provider' },
  authSignout: { method: 'POST', path: '/api/auth/signout' },
  authLog: { method: 'POST', path: '/api/auth/_log' },
} as const;
