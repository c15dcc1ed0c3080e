import * as z from 'zod/mini';
import { authAddresses } from './addresses.ts';
import { accountKinds, locales } from './codes.ts';
import { defineRoute } from './route.ts';

/** The session in /api/auth/session (docs/product.md section 3); `{}` when signed out. */
export const authSessionSchema = z.object({
  user: z.object({
    user_patient_id: z.uuid(),
    user_fullname: z.string(),
    role: z.enum(accountKinds),
    email: z.string(),
    locale: z.enum(locales),
  }),
  expires: z.iso.datetime(),
});
export type AuthSession = z.infer<typeof authSessionSchema>;
export const maybeSessionSchema = z.union([authSessionSchema, z.strictObject({})]);

export const providerSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  signinUrl: z.string(),
  callbackUrl: z.string(),
});
const urlSchema = z.object({ url: z.string() });
const form = z.record(z.string(), z.unknown());

/** docs/specification.md section 8: every named authentication error, as in `?error=`. */
export const authErrors = [
  'Signin',
  'OAuthSignin',
  'OAuthCallback',
  'OAuthCreateAccount',
  'EmailCreateAccount',
  'Callback',
  'OAuthAccountNotLinked',
  'EmailSignin',
  'CredentialsSignin',
  'SessionRequired',
  'AccessDenied',
  'Verification',
  'Configuration',
  'MissingAPIRoute',
  'MissingSecret',
  'MissingAuthorize',
  'EmailRequiresAdapter',
  'MissingAdapterMethods',
  'UnsupportedStrategy',
  'InvalidCallbackUrl',
  'UnknownError',
  'SecondFactorRequired',
  'ProviderRequired',
  'TooMany',
] as const;
export type AuthError = (typeof authErrors)[number];

/** The session protocol of docs/sign-in-protocol.md, relative to the base path /api/auth. */
export const authRoutes = {
  authSession: defineRoute({
    console: 'too',
    ...authAddresses.authSession,
    summary: 'The session, or {}',
    response: maybeSessionSchema,
  }),
  authCsrf: defineRoute({
    console: 'too',
    ...authAddresses.authCsrf,
    summary: 'A csrf token',
    response: z.object({ csrfToken: z.string() }),
  }),
  authProviders: defineRoute({
    console: 'too',
    ...authAddresses.authProviders,
    summary: 'The ways to sign in',
    response: z.record(z.string(), providerSchema),
  }),
  authUpdate: defineRoute({
    console: 'too',
    ...authAddresses.authUpdate,
    summary: 'Update the session',
    body: z.object({ csrfToken: z.optional(z.string()), data: z.optional(z.unknown()) }),
    response: maybeSessionSchema,
  }),
  authCallback: defineRoute({
    console: 'too',
    ...authAddresses.authCallback,
    summary: 'Sign in with credentials (form)',
    params: z.object({ provider: z.string() }),
    body: form,
    response: urlSchema,
  }),
  authSignin: defineRoute({
    console: 'too',
    ...authAddresses.authSignin,
    summary: 'Begin to sign in (form)',
    params: z.object({ provider: z.string() }),
    body: form,
    response: urlSchema,
  }),
  authSignout: defineRoute({
    console: 'too',
    ...authAddresses.authSignout,
    summary: 'Sign out (form)',
    body: form,
    response: urlSchema,
  }),
  authLog: defineRoute({
    console: 'too',
    ...authAddresses.authLog,
    summary: 'A beacon from the client',
    body: form,
    response: null,
  }),
};
