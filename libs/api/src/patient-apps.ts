import { patientAppRoutes as routes, type AppRequest } from '@konsil/contracts/patient-apps';
import { baseApi } from './base-api.ts';
import { readEndpoint, readOnly, writeEndpoint, type Body } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

const apps = (): Tag[] => [{ type: 'Apps' }];

export const { useGetAskingAppQuery, useAllowAppMutation, useListAppsQuery, useEndAppMutation, useLaunchAppMutation } =
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      getAskingApp: readEndpoint(build, routes.getAskingApp, (body: AppRequest) => ({ body }), apps),
      allowApp: writeEndpoint(
        build,
        routes.allowApp,
        ({ id, body }: { id: string; body: Body<typeof routes.allowApp> }) => ({ params: { id }, body }),
        apps,
      ),
      listApps: readOnly(build, routes.listApps, apps),
      launchApp: writeEndpoint(
        build,
        routes.launchApp,
        (id: string) => ({ params: { id } }),
        () => [],
      ),
      endApp: writeEndpoint(build, routes.endApp, (id: string) => ({ params: { id } }), apps),
    }),
  });
