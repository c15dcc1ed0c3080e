import { consoleRoutes as routes } from '@konsil/contracts/console';
import { baseApi } from './base-api.ts';
import { readOnly } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

const part = (id: string) => (): Tag[] => [{ type: 'Console', id }];

export const { useConsoleMeQuery, useConsoleTodayQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    consoleMe: readOnly(build, routes.consoleMe, part('me')),
    consoleToday: readOnly(build, routes.consoleToday, part('today')),
  }),
});
