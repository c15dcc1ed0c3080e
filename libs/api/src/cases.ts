import { caseRoutes as routes } from '@konsil/contracts/cases';
import { baseApi } from './base-api.ts';
import { list, read, readOnly, write } from './contract-endpoints.ts';
import type { Body, Filters } from './contract-endpoints.ts';
import { staleAfter } from './tags.ts';

interface OneCase {
  id: string;
  version?: number;
}
const changed = ({ id }: { id: string }) => staleAfter('case', { case_id: id });
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
    getCase: read(
      build,
      routes.getCase,
      (id: string) => ({ params: { id } }),
      (id) => [{ type: 'Case', id }],
    ),
    openedCase: write(build, routes.openedCase, (id: string) => ({ params: { id } })),
    listCases: list(
      build,
      routes.listCases,
      (query: Filters<typeof routes.listCases>) => ({ query }),
      () => [{ type: 'Cases' }],
    ),
    // Keeps the order in which the queue was opened, so it is never refreshed.
    caseQueue: read(
      build,
      routes.caseQueue,
      (query: Filters<typeof routes.caseQueue>) => ({ query }),
      () => [],
    ),
    addCase: write(
      build,
      routes.addCase,
      (body: Body<typeof routes.addCase>) => ({ body }),
      (_body, { id }) => changed({ id }),
    ),
    saveGeneralForms: write(
      build,
      routes.saveGeneralForms,
      ({ id, body }: { id: string; body: Body<typeof routes.saveGeneralForms> }) => ({ params: { id }, body }),
      changed,
    ),
    updateCase: write(
      build,
      routes.updateCase,
      ({ id, body }: { id: string; body: Body<typeof routes.updateCase> }) => ({ params: { id }, body }),
      changed,
    ),
    setPriority: write(
      build,
      routes.setPriority,
      ({ id, ...body }: { id: string } & Body<typeof routes.setPriority>) => ({ params: { id }, body }),
      changed,
    ),
    triageCases: write(
      build,
      routes.triageCases,
      (body: Body<typeof routes.triageCases>) => ({ body }),
      ({ cases }) => cases.flatMap(changed),
    ),
    archiveCase: write(build, routes.archiveCase, versioned, changed),
    restoreCase: write(build, routes.restoreCase, versioned, changed),
    takeBackCase: write(build, routes.takeBackCase, versioned, changed),
    closeCase: write(build, routes.closeCase, versioned, changed),
    reopenCase: write(build, routes.reopenCase, versioned, changed),
    handOverCase: write(
      build,
      routes.handOverCase,
      ({ id, body }: { id: string; body: Body<typeof routes.handOverCase> }) => ({ params: { id }, body }),
      changed,
    ),
    shareCase: write(
      build,
      routes.shareCase,
      ({ id, body }: { id: string; body: Body<typeof routes.shareCase> }) => ({ params: { id }, body }),
      changed,
    ),
  }),
});
