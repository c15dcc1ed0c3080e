import { passkeyAddresses } from '@konsil/contracts/addresses';
import type { passkeySignInRoutes } from '@konsil/contracts/passkey-sign-in';
import { callRoute } from './ask.ts';
import type { Question } from './ask.ts';
import { callsBeforeStore } from './calls.ts';

// Types only: the contracts' schemas stay out of the first page.
const routes = passkeyAddresses as unknown as typeof passkeySignInRoutes;

export const plainPasskeyCalls = {
  startPasskeySignIn: () => callRoute(routes.startPasskeySignIn, {}),
  passkeySignIn: (body: Question<typeof routes.passkeySignIn>['body']) => callRoute(routes.passkeySignIn, { body }),
};

/** The requests of a sign-in with a passkey. */
export const passkeyCalls = callsBeforeStore(plainPasskeyCalls);
