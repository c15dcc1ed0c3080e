import { plainAuthCalls } from './auth-calls.ts';
import { baseApi } from './base-api.ts';
import { mutationsOf, queriesOf } from './call-endpoints.ts';
import { plainSignInCalls } from './session-calls.ts';

const { isLoggedIn, ...signIn } = plainSignInCalls;
const { authSession, authCsrf, authProviders, ...auth } = plainAuthCalls;

/** The endpoints behind `sessionCalls`, once there is a store. */
export const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    ...queriesOf(build, { isLoggedIn, authSession, authCsrf, authProviders }),
    ...mutationsOf(build, { ...signIn, ...auth }),
  }),
});
