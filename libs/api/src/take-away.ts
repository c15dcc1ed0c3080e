import { takeAwayRoutes as routes } from '@konsil/contracts/take-away';
import { baseApi } from './base-api.ts';
import { readEndpoint, readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';

export const { useTakePatientAwayMutation, useTakeCaseAwayMutation, useGetTakeAwayQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    takePatientAway: writeEndpoint(
      build,
      routes.takePatientAway,
      ({ id, body }: { id: string; body: Body<typeof routes.takePatientAway> }) => ({ params: { id }, body }),
      () => [{ type: 'Audit' }],
    ),
    takeCaseAway: writeEndpoint(
      build,
      routes.takeCaseAway,
      ({ id, body }: { id: string; body: Body<typeof routes.takeCaseAway> }) => ({ params: { id }, body }),
      () => [{ type: 'Audit' }],
    ),
    getRecordKey: readOnly(build, routes.getRecordKey, () => []),
    getTakeAway: readEndpoint(
      build,
      routes.getTakeAway,
      (id: string) => ({ params: { id } }),
      () => [],
    ),
  }),
});
