import { systemRoutes as routes } from '@konsil/contracts/systems';
import { baseApi } from './base-api.ts';
import { readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

const systems = (): Tag[] => [{ type: 'Systems' }];

export const { useListSystemsQuery, useEndSystemMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listSystems: readOnly(build, routes.listSystems, systems),
    endSystem: writeEndpoint(build, routes.endSystem, (id: string) => ({ params: { id } }), systems),
  }),
});
