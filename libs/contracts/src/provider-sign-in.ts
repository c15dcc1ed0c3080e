import * as z from 'zod/mini';
import { providerAddresses } from './addresses.ts';
import { defineRoute } from './route.ts';
import { tokensSchema } from './sign-in.ts';

export const providerSignInRoutes = {
  finishProviderSignIn: defineRoute({
    ...providerAddresses.finishProviderSignIn,
    summary: 'The code of the second factor, after a sign-in with an identity provider',
    body: z.object({ code: z.string().check(z.maxLength(40)) }),
    response: tokensSchema,
  }),
};
