import * as z from 'zod/mini';
import { currentPassword } from './accounts.ts';
import { idParams, idSchema, momentSchema, okSchema } from './common.ts';
import { defineRoute } from './route.ts';

/** An identity at a provider that signs the account in. */
export const identitySchema = z.object({
  id: idSchema,
  /** The provider's name. */
  name: z.string(),
  created_at: momentSchema,
  last_used_at: z.nullable(momentSchema),
  /** False if it is the last sign-in method, or the only one that the clinic allows. */
  removable: z.boolean(),
});
export type Identity = z.infer<typeof identitySchema>;

export const identitiesSchema = z.object({
  linked: z.array(identitySchema),
  /** The providers that the account could be linked with. */
  available: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Identities = z.infer<typeof identitiesSchema>;

export const identityRoutes = {
  listIdentities: defineRoute({
    method: 'GET',
    path: '/account/identities',
    summary: 'My identities at other providers',
    response: identitiesSchema,
  }),
  linkIdentity: defineRoute({
    method: 'POST',
    path: '/account/identities/link/:provider',
    summary: 'Begin to link an identity, with the password or after `proveIdentity`: the page of the provider',
    params: z.object({ provider: z.string().check(z.maxLength(31)) }),
    body: z.object({ current_password: z.optional(currentPassword) }),
    response: z.object({ url: z.string() }),
  }),
  removeIdentity: defineRoute({
    method: 'POST',
    path: '/account/identities/:id/remove',
    summary: 'Remove an identity, with the password or after `proveIdentity`',
    params: idParams,
    body: z.object({ current_password: z.optional(currentPassword) }),
    response: okSchema,
  }),
};
