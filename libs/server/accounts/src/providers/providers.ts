import { asciiAddress } from '@konsil/contracts/mail-address';
import type { AuthError } from '@konsil/contracts/auth';
import type { FastifyRequest } from 'fastify';
import type { Env } from '@konsil/server-settings/env';
import type { IdentityProvider } from '@konsil/server-settings/identity-providers';
import { portalOf, requestOrigin } from '@konsil/server-platform/http/origins';
import { Problem } from '@konsil/server-platform/http/problems';
import type { AccountRow } from '@konsil/server-domain/accounts/accounts.queries';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';

type Providers = Pick<Env, 'identityProviders' | 'origins'>;

/** A sign-in with a provider is refused, under a name of the protocol. The reason is for the log and names nobody. */
export class ProviderRefusal extends Error {
  constructor(
    readonly error: AuthError,
    readonly reason: string,
  ) {
    super(reason);
  }
}

/** The clinic of the address signs in by its own provider only (docs/identity-providers.md). */
export class ProviderRequired extends Problem {
  constructor(readonly provider: IdentityProvider) {
    super('provider_required');
  }
}

/** The providers of the portal that a request came to: each returns to its own portal. */
export const providersAt = (env: Providers, request: FastifyRequest): IdentityProvider[] => {
  const origin = requestOrigin(env, request);
  return env.identityProviders.filter(({ role }) => portalOf(env, role) === origin);
};
export const providerAt = (env: Providers, request: FastifyRequest, id: unknown): IdentityProvider | undefined =>
  providersAt(env, request).find((one) => one.id === id);

/** Registered with the provider; never from the request. */
export const redirectUriOf = (env: Providers, { id, role }: IdentityProvider): string =>
  `${portalOf(env, role)}/api/auth/callback/${id}`;

export const domainOf = (email: string): string => asciiAddress(email).toLowerCase().split('@').pop() ?? '';

/** The provider that a domain's accounts must sign in with. */
const forcedFor = ({ identityProviders }: Providers, email: string): IdentityProvider | undefined =>
  identityProviders.find(({ forced, domains }) => forced && domains.includes(domainOf(email)));
/** The provider that this account must sign in with. */
export const forcedProvider = (
  env: Providers,
  account: Pick<AccountRow, 'email' | 'role'>,
): IdentityProvider | undefined => {
  const provider = forcedFor(env, account.email);
  return provider && isOfKind(account, provider.role) ? provider : undefined;
};
/**
 * The provider that an address must sign in with at a portal, before it is known whether the address has an account.
 */
export const forcedProviderAt = (
  env: Providers,
  request: FastifyRequest,
  email: string,
): IdentityProvider | undefined => forcedFor({ ...env, identityProviders: providersAt(env, request) }, email);
