import * as z from 'zod/mini';
import { currentPassword } from './accounts.ts';
import { idParams, idSchema, momentSchema, okSchema, requiredText } from './common.ts';
import { credentialBytes, credentialShape, passkeyOptionsSchema, usedPasskeySchema } from './passkey-sign-in.ts';
import { defineRoute } from './route.ts';

export const createdPasskeySchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: credentialBytes,
    attestationObject: credentialBytes,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});
export type CreatedPasskey = z.infer<typeof createdPasskeySchema>;
export const longestPasskeyName = 60;
const nameSchema = requiredText('passkeyNameMissing', longestPasskeyName);

export const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  created_at: momentSchema,
  last_used_at: z.nullable(momentSchema),
  /** Kept by a password manager or account, so that it also works on other devices. */
  synced: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeyRoutes = {
  listPasskeys: defineRoute({
    method: 'GET',
    path: '/account/passkeys',
    summary: 'My passkeys',
    response: z.array(passkeySchema),
  }),
  proveIdentity: defineRoute({
    method: 'POST',
    path: '/account/proof',
    summary: 'Show again who I am, by password or passkey, for what a session alone must not do',
    body: z.object({ current_password: z.optional(currentPassword), passkey: z.optional(usedPasskeySchema) }),
    response: okSchema,
  }),
  startPasskey: defineRoute({
    method: 'POST',
    path: '/account/passkeys/options',
    summary: 'Begin to add a passkey, with the password or after `proveIdentity`',
    body: z.object({ current_password: z.optional(currentPassword) }),
    response: passkeyOptionsSchema,
  }),
  addPasskey: defineRoute({
    method: 'POST',
    path: '/account/passkeys',
    status: 201,
    summary: 'Add a passkey',
    body: z.object({ name: nameSchema, passkey: createdPasskeySchema }),
    response: passkeySchema,
  }),
  renamePasskey: defineRoute({
    method: 'PUT',
    path: '/account/passkeys/:id',
    summary: 'Rename a passkey',
    params: idParams,
    body: z.object({ name: nameSchema }),
    response: passkeySchema,
  }),
  removePasskey: defineRoute({
    method: 'POST',
    path: '/account/passkeys/:id/remove',
    summary: 'Remove a passkey, with the password',
    params: idParams,
    body: z.object({ current_password: currentPassword }),
    response: okSchema,
  }),
};
