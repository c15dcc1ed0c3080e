import { consolePeopleRoutes as routes } from '@konsil/contracts/console-people';
import { baseApi } from './base-api.ts';
import { writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';

export const { useSearchPeopleMutation, useActOnPersonMutation, useSetLegalHoldMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    searchPeople: writeEndpoint(build, routes.searchPeople, (body: Body<typeof routes.searchPeople>) => ({ body })),
    actOnPerson: writeEndpoint(
      build,
      routes.actOnPerson,
      ({ id, body }: { id: string; body: Body<typeof routes.actOnPerson> }) => ({ params: { id }, body }),
    ),
    setLegalHold: writeEndpoint(
      build,
      routes.setLegalHold,
      ({ id, body }: { id: string; body: Body<typeof routes.setLegalHold> }) => ({ params: { id }, body }),
    ),
  }),
});
