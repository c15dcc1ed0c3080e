import * as z from 'zod/mini';
import { passkeyAddresses } from './addresses.ts';
import { defineRoute } from './route.ts';
import { tokensSchema } from './sign-in.ts';

// The shapes of WebAuthn's JSON (PublicKeyCredential.toJSON); the server's library checks their content.
export const credentialBytes = z.string().check(z.maxLength(20_000));
export const credentialShape = {
  id: z.string().check(z.minLength(1), z.maxLength(1400)),
  rawId: z.string().check(z.maxLength(1400)),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  clientExtensionResults: z.optional(z.unknown()),
};
export const usedPasskeySchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: credentialBytes,
    authenticatorData: credentialBytes,
    signature: credentialBytes,
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  }),
});
export type UsedPasskey = z.infer<typeof usedPasskeySchema>;

/** The browser's input as JSON: `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`. */
export const passkeyOptionsSchema = z.object({ options: z.record(z.string(), z.unknown()) });

export const passkeySignInRoutes = {
  startPasskeySignIn: defineRoute({
    ...passkeyAddresses.startPasskeySignIn,
    summary: 'Begin to sign in with a passkey',
    response: passkeyOptionsSchema,
  }),
  passkeySignIn: defineRoute({
    ...passkeyAddresses.passkeySignIn,
    summary: 'Sign in with a passkey, in place of password and second factor',
    body: z.object({ passkey: usedPasskeySchema }),
    response: tokensSchema,
  }),
};
