import { accountRoutes } from '@konsil/contracts/accounts';
import type { IsLoggedIn, Login } from '@konsil/contracts/accounts';
import { ask } from './ask.ts';

/** The calls around a session, made before RTK Query is loaded. */
export const sessionCalls = {
  isLoggedIn: (): Promise<IsLoggedIn> => ask(accountRoutes.isLoggedIn, {}),
  login: (body: Login) => ask(accountRoutes.login, { body }),
  logout: () => ask(accountRoutes.logout, {}),
  extendSession: () => ask(accountRoutes.extendSession, {}),
};
