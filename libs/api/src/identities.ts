import { identityRoutes as routes } from '@konsil/contracts/identities';
import { baseApi } from './base-api.ts';
import { mutationsOf } from './call-endpoints.ts';
import { readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import { plainProviderCalls } from './provider-calls.ts';
import type { Tag } from './tags.ts';

const identities = (): Tag[] => [{ type: 'Identities' }];

export const { useListIdentitiesQuery, useLinkIdentityMutation, useRemoveIdentityMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    ...mutationsOf(build, plainProviderCalls),
    listIdentities: readOnly(build, routes.listIdentities, identities),
    linkIdentity: writeEndpoint(
      build,
      routes.linkIdentity,
      ({ provider, body }: { provider: string; body: Body<typeof routes.linkIdentity> }) => ({
        params: { provider },
        body,
      }),
    ),
    removeIdentity: writeEndpoint(
      build,
      routes.removeIdentity,
      ({ id, body }: { id: string; body: Body<typeof routes.removeIdentity> }) => ({ params: { id }, body }),
      identities,
    ),
  }),
});
