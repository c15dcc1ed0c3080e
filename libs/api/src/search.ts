import { searchRoutes as routes } from '@konsil/contracts/search';
import { baseApi } from './base-api.ts';
import { readEndpoint, readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';

export const { useSearchQuery, useListSnippetsQuery, useSaveSnippetsMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    search: readEndpoint(
      build,
      routes.search,
      (q: string) => ({ query: { q } }),
      () => [{ type: 'Search' }],
    ),
    listSnippets: readOnly(build, routes.listSnippets, () => [{ type: 'Snippets' }]),
    saveSnippets: writeEndpoint(
      build,
      routes.saveSnippets,
      (body: Body<typeof routes.saveSnippets>) => ({ body }),
      () => [{ type: 'Snippets' }],
    ),
  }),
});
