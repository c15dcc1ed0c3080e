import { consoleLimitRoutes as routes } from '@konsil/contracts/console-limits';
import { baseApi } from './base-api.ts';
import { readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

const limits = (): Tag[] => [{ type: 'Console', id: 'limits' }];

export const { useConsoleLimitsQuery, useChangeLimitMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    consoleLimits: readOnly(build, routes.consoleLimits, limits),
    changeLimit: writeEndpoint(
      build,
      routes.changeLimit,
      (body: Body<typeof routes.changeLimit>) => ({ body }),
      limits,
    ),
  }),
});
