// @bundle route
import { referralRoutes as routes } from '@konsil/contracts/referrals';
import { baseApi } from './base-api.ts';
import { readEndpoint, readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';
import { tagsChangedBy } from './tags.ts';

const decided = (): Tag[] => [{ type: 'Referrals' }, ...tagsChangedBy('case')];

export const {
  useListReferralsQuery,
  useLazyGetReferralFileQuery,
  useAcceptReferralMutation,
  useRefuseReferralMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listReferrals: readOnly(build, routes.listReferrals, () => [{ type: 'Referrals' }, { type: 'Patients' }]),
    getReferralFile: readEndpoint(
      build,
      routes.getReferralFile,
      ({ id, place }: { id: string; place: string }) => ({ params: { id }, query: { place } }),
      () => [],
    ),
    acceptReferral: writeEndpoint(
      build,
      routes.acceptReferral,
      ({ id, body }: { id: string; body: Body<typeof routes.acceptReferral> }) => ({ params: { id }, body }),
      decided,
    ),
    refuseReferral: writeEndpoint(build, routes.refuseReferral, (id: string) => ({ params: { id } }), decided),
  }),
});
