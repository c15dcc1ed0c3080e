import { signInAddresses } from '@konsil/contracts/addresses';
import type { IsLoggedIn, Login, signInRoutes } from '@konsil/contracts/sign-in';
import { callRoute } from './ask.ts';
import { plainAuthCalls } from './auth-calls.ts';
import { callsBeforeStore } from './calls.ts';

// Types only: the contracts' schemas stay out of the first page.
const routes = signInAddresses as unknown as typeof signInRoutes;

export const plainSignInCalls = {
  isLoggedIn: (): Promise<IsLoggedIn> => callRoute(routes.isLoggedIn, {}),
  login: (body: Login) => callRoute(routes.login, { body }),
  logout: () => callRoute(routes.logout, {}),
  extendSession: () => callRoute(routes.extendSession, {}),
};

/** The session's requests: the product's own and those of /api/auth. */
export const sessionCalls = callsBeforeStore({ ...plainSignInCalls, ...plainAuthCalls });
