import { poolRoutes as routes } from '@konsil/contracts/pools';
import { baseApi } from './base-api.ts';
import { list, readEndpoint, readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Filters } from './contract-endpoints.ts';
import { tagsChangedBy, type Tag } from './tags.ts';

interface OfCase {
  caseId: string;
}
const ofCase = ({ caseId }: OfCase): Tag[] => [...tagsChangedBy('case', { case_id: caseId }), { type: 'Consents' }];

export const {
  useListPoolsQuery,
  useListPooledCasesInfiniteQuery,
  useGetPooledCaseQuery,
  useTakePooledCaseMutation,
  useAssignPooledCaseMutation,
  usePutIntoPoolMutation,
  useTakeOutOfPoolMutation,
  useAllowPoolMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // Tagged like cases: when a case leaves a pool, the server reports a change of the case.
    listPools: readOnly(build, routes.listPools, () => [{ type: 'Cases' }]),
    listPooledCases: list(
      build,
      routes.listPooledCases,
      ({ id, ...query }: { id: string } & Filters<typeof routes.listPooledCases>) => ({ params: { id }, query }),
      () => [{ type: 'Cases' }],
    ),
    getPooledCase: readEndpoint(
      build,
      routes.getPooledCase,
      (id: string) => ({ params: { id } }),
      () => [{ type: 'Cases' }],
    ),
    takePooledCase: writeEndpoint(
      build,
      routes.takePooledCase,
      (id: string) => ({ params: { id } }),
      (_, { id }) => tagsChangedBy('case', { case_id: id }),
    ),
    assignPooledCase: writeEndpoint(
      build,
      routes.assignPooledCase,
      ({ id, colleague }: { id: string; colleague: string }) => ({ params: { id }, body: { colleague } }),
      () => [{ type: 'Cases' }],
    ),
    putIntoPool: writeEndpoint(
      build,
      routes.putIntoPool,
      ({ caseId, clinic }: OfCase & { clinic: string }) => ({ params: { id: caseId }, body: { clinic } }),
      ofCase,
    ),
    takeOutOfPool: writeEndpoint(
      build,
      routes.takeOutOfPool,
      ({ caseId }: OfCase) => ({ params: { id: caseId } }),
      ofCase,
    ),
    allowPool: writeEndpoint(
      build,
      routes.allowPool,
      ({ caseId, ...body }: OfCase & { clinic: string; allows: boolean }) => ({ params: { id: caseId }, body }),
      ofCase,
    ),
  }),
});
