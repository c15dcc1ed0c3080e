// @bundle route
import { medicalCodeRoutes as routes } from '@konsil/contracts/medical-codes';
import { baseApi } from './base-api.ts';
import { readEndpoint, readOnly } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';

export const { useGetCodeListsQuery, useSearchCodesQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getCodeLists: readOnly(build, routes.getCodeLists, () => []),
    searchCodes: readEndpoint(
      build,
      routes.searchCodes,
      (body: Body<typeof routes.searchCodes>) => ({ body }),
      () => [],
    ),
  }),
});
