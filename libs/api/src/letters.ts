import type { Locale } from '@konsil/contracts/codes';
import { letterRoutes as routes } from '@konsil/contracts/letters';
import { baseApi } from './base-api.ts';
import { list } from './contract-endpoints.ts';
import type { Filters } from './contract-endpoints.ts';
import { fetchFile } from './file.ts';

export const { useListLettersInfiniteQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listLetters: list(
      build,
      routes.listLetters,
      (query: Filters<typeof routes.listLetters>) => ({ query }),
      () => [{ type: 'Cases' }],
    ),
  }),
});

/** A letter that the doctor sent: a PDF file in one of the two languages. */
export const getLetter = (id: string, language: Locale): Promise<Blob> =>
  fetchFile(routes.getLetter, { id }, { language });
