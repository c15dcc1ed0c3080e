import { clinicArchiveRoutes as routes } from '@konsil/contracts/clinic-archives';
import { baseApi } from './base-api.ts';
import { readEndpoint, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import { tagsChangedBy } from './tags.ts';

export const { useListCaseArchivesQuery, useSearchCaseArchiveMutation, useFetchFromArchiveMutation } =
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listCaseArchives: readEndpoint(
        build,
        routes.listCaseArchives,
        (id: string) => ({ params: { id } }),
        () => [],
      ),
      // A mutation: the patient number must be in no URL, and the answer in no cache.
      searchCaseArchive: writeEndpoint(
        build,
        routes.searchCaseArchive,
        ({ caseId, body }: { caseId: string; body: Body<typeof routes.searchCaseArchive> }) => ({
          params: { id: caseId },
          body,
        }),
      ),
      fetchFromArchive: writeEndpoint(
        build,
        routes.fetchFromArchive,
        ({ caseId, body }: { caseId: string; body: Body<typeof routes.fetchFromArchive> }) => ({
          params: { id: caseId },
          body,
        }),
        ({ caseId }) => tagsChangedBy('document', { case_id: caseId }),
      ),
    }),
  });
