import { caseRoutes as routes } from '@konsil/contracts/cases';
import { baseApi } from './base-api.ts';
import { list, readEndpoint, readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body, Filters } from './contract-endpoints.ts';
import { tagsChangedBy } from './tags.ts';

interface OneCase {
  id: string;
  version?: number;
}
const changed = ({ id }: { id: string }) => tagsChangedBy('case', { case_id: id });
const versioned = ({ id, version }: OneCase) => ({ params: { id }, body: { version } });

export const {
  useDashboardQuery,
  useGetCaseQuery,
  useListCasesInfiniteQuery,
  useAddCaseMutation,
  useSaveGeneralFormsMutation,
  useUpdateCaseMutation,
  useSetPriorityMutation,
  useTriageCasesMutation,
  useArchiveCaseMutation,
  useRestoreCaseMutation,
  useTakeBackCaseMutation,
  useCloseCaseMutation,
  useReopenCaseMutation,
  useHandOverCaseMutation,
  useShareCaseMutation,
  useOpenedCaseMutation,
  useLazyCaseQueueQuery,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    dashboard: readOnly(build, routes.dashboard, () => [{ type: 'Cases' }]),
    getCase: readEndpoint(
      build,
      routes.getCase,
      (id: string) => ({ params: { id } }),
      (id) => [{ type: 'Case', id }],
    ),
    openedCase: writeEndpoint(build, routes.openedCase, (id: string) => ({ params: { id } })),
    listCases: list(
      build,
      routes.listCases,
      (query: Filters<typeof routes.listCases>) => ({ query }),
      () => [{ type: 'Cases' }],
      // A long list is fetched anew with every change, so it has few pages.
      { limit: '200' },
    ),
    // Keeps the order in which the queue was opened, so it is never refreshed.
    caseQueue: readEndpoint(
      build,
      routes.caseQueue,
      (query: Filters<typeof routes.caseQueue>) => ({ query }),
      () => [],
    ),
    addCase: writeEndpoint(
      build,
      routes.addCase,
      (body: Body<typeof routes.addCase>) => ({ body }),
      (_body, { id }) => changed({ id }),
    ),
    saveGeneralForms: writeEndpoint(
      build,
      routes.saveGeneralForms,
      ({ id, body }: { id: string; body: Body<typeof routes.saveGeneralForms> }) => ({ params: { id }, body }),
      changed,
    ),
    updateCase: writeEndpoint(
      build,
      routes.updateCase,
      ({ id, body }: { id: string; body: Body<typeof routes.updateCase> }) => ({ params: { id }, body }),
      changed,
    ),
    setPriority: writeEndpoint(
      build,
      routes.setPriority,
      ({ id, ...body }: { id: string } & Body<typeof routes.setPriority>) => ({ params: { id }, body }),
      changed,
    ),
    triageCases: writeEndpoint(
      build,
      routes.triageCases,
      (body: Body<typeof routes.triageCases>) => ({ body }),
      ({ cases }) => cases.flatMap(changed),
    ),
    archiveCase: writeEndpoint(build, routes.archiveCase, versioned, changed),
    restoreCase: writeEndpoint(build, routes.restoreCase, versioned, changed),
    takeBackCase: writeEndpoint(build, routes.takeBackCase, versioned, changed),
    closeCase: writeEndpoint(build, routes.closeCase, versioned, changed),
    reopenCase: writeEndpoint(build, routes.reopenCase, versioned, changed),
    handOverCase: writeEndpoint(
      build,
      routes.handOverCase,
      ({ id, body }: { id: string; body: Body<typeof routes.handOverCase> }) => ({ params: { id }, body }),
      changed,
    ),
    shareCase: writeEndpoint(
      build,
      routes.shareCase,
      ({ id, body }: { id: string; body: Body<typeof routes.shareCase> }) => ({ params: { id }, body }),
      changed,
    ),
  }),
});
