import { signInAddresses } from '@konsil/contracts/addresses';
import type { IsLoggedIn, Login, signInRoutes } from '@konsil/contracts/sign-in';
import { ask } from './ask.ts';

// Types only: the contracts' schemas stay out of the first page.
const routes = signInAddresses as unknown as typeof signInRoutes;

/** Session requests, made before the store is loaded. */
export const sessionCalls = {
  isLoggedIn: (): Promise<IsLoggedIn> => ask(routes.isLoggedIn, {}),
  login: (body: Login) => ask(routes.login, { body }),
  logout: () => ask(routes.logout, {}),
  extendSession: () => ask(routes.extendSession, {}),
};
