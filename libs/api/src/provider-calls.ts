import { providerAddresses } from '@konsil/contracts/addresses';
import type { providerSignInRoutes } from '@konsil/contracts/provider-sign-in';
import { callRoute } from './ask.ts';
import type { Question } from './ask.ts';
import { callsBeforeStore } from './calls.ts';

// Types only: the contracts' schemas stay out of the first page.
const routes = providerAddresses as unknown as typeof providerSignInRoutes;

export const plainProviderCalls = {
  finishProviderSignIn: (body: Question<typeof routes.finishProviderSignIn>['body']) =>
    callRoute(routes.finishProviderSignIn, { body }),
};

/** The requests of a sign-in with an identity provider. */
export const providerCalls = callsBeforeStore(plainProviderCalls);
