// @bundle route
import type { Locale } from '@konsil/contracts/codes';
import { letterRoutes as routes } from '@konsil/contracts/letters';
import { baseApi } from './base-api.ts';
import { readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import { fetchFile } from './file.ts';

export const { useGetLetterheadQuery, useSaveLogoMutation, useRemoveLogoMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getLetterhead: readOnly(build, routes.getLetterhead, () => [{ type: 'Account' }]),
    saveLogo: writeEndpoint(
      build,
      routes.saveLogo,
      (body: Body<typeof routes.saveLogo>) => ({ body }),
      () => [{ type: 'Account' }],
    ),
    removeLogo: writeEndpoint<typeof routes.removeLogo>(
      build,
      routes.removeLogo,
      () => ({}),
      () => [{ type: 'Account' }],
    ),
  }),
});

/** A letter about an invented patient, with the doctor's own heads. */
export const getSampleLetter = (language: Locale): Promise<Blob> => fetchFile(routes.getSampleLetter, {}, { language });
