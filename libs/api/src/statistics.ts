import { statisticsRoutes as routes } from '@konsil/contracts/statistics';
import { baseApi } from './base-api.ts';
import { readOnly } from './contract-endpoints.ts';

export const { useGetStatisticsQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getStatistics: readOnly(build, routes.getStatistics, () => [{ type: 'Cases' }]),
  }),
});
