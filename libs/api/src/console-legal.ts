import { consoleLegalRoutes as routes } from '@konsil/contracts/console-legal';
import { baseApi } from './base-api.ts';
import { readEndpoint, readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

const legal = (): Tag[] => [{ type: 'Legal' }];

export const {
  useConsoleLegalTextsQuery,
  useConsoleLegalVersionQuery,
  usePublishLegalTextMutation,
  useWithdrawLegalTextMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    consoleLegalTexts: readOnly(build, routes.consoleLegalTexts, legal),
    consoleLegalVersion: readEndpoint(build, routes.consoleLegalVersion, (id: string) => ({ params: { id } }), legal),
    publishLegalText: writeEndpoint(
      build,
      routes.publishLegalText,
      (body: Body<typeof routes.publishLegalText>) => ({ body }),
      legal,
    ),
    withdrawLegalText: writeEndpoint(build, routes.withdrawLegalText, (id: string) => ({ params: { id } }), legal),
  }),
});
