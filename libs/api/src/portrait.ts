// @bundle route
import { portraitRoutes as routes } from '@konsil/contracts/portraits';
import { baseApi } from './base-api.ts';
import { readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';

export const { useGetOwnPortraitQuery, useSavePortraitMutation, useRemovePortraitMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getOwnPortrait: readOnly(build, routes.getOwnPortrait, () => [{ type: 'Account' }]),
    savePortrait: writeEndpoint(
      build,
      routes.savePortrait,
      (body: Body<typeof routes.savePortrait>) => ({ body }),
      () => [{ type: 'Account' }],
    ),
    removePortrait: writeEndpoint<typeof routes.removePortrait>(
      build,
      routes.removePortrait,
      () => ({}),
      () => [{ type: 'Account' }],
    ),
  }),
});
