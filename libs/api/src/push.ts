// @bundle route
import { pushRoutes as routes } from '@konsil/contracts/push';
import { baseApi } from './base-api.ts';
import { readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

const push = (): Tag[] => [{ type: 'Settings', id: 'push' }];

export const { useGetPushQuery, useAddPushDeviceMutation, useRemovePushDeviceMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPush: readOnly(build, routes.getPush, push),
    addPushDevice: writeEndpoint(
      build,
      routes.addPushDevice,
      (body: Body<typeof routes.addPushDevice>) => ({ body }),
      push,
    ),
    removePushDevice: writeEndpoint(build, routes.removePushDevice, (id: string) => ({ params: { id } }), push),
  }),
});
