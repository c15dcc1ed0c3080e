// @bundle route
import { legalTextRoutes as routes } from '@konsil/contracts/legal-texts';
import { baseApi } from './base-api.ts';
import { readEndpoint, readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

const legal = (): Tag[] => [{ type: 'Legal' }];

export const { useLegalTextsQuery, useLegalVersionQuery, useAcceptLegalTextMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    legalTexts: readOnly(build, routes.legalTexts, legal),
    legalVersion: readEndpoint(build, routes.legalVersion, (id: string) => ({ params: { id } }), legal),
    // The dashboard names what is not accepted.
    acceptLegalText: writeEndpoint(
      build,
      routes.acceptLegalText,
      (id: string) => ({ params: { id } }),
      () => [{ type: 'Cases' }],
    ),
  }),
});
