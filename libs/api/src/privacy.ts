// @bundle route
import { privacyRoutes as routes } from '@konsil/contracts/privacy';
import { baseApi } from './base-api.ts';
import { list, readEndpoint, readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body, Filters } from './contract-endpoints.ts';

export const {
  useListAccessesInfiniteQuery,
  useLazyGetAuditChainQuery,
  useListOwnActionsInfiniteQuery,
  useListConsentsQuery,
  useWithdrawConsentMutation,
  useGiveConsentMutation,
  useExportDataMutation,
  useRequestErasureMutation,
  useCancelErasureMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listAccesses: list(
      build,
      routes.listAccesses,
      ({ patientId, ...query }: { patientId: string } & Filters<typeof routes.listAccesses>) => ({
        params: { id: patientId },
        query,
      }),
      ({ patientId }) => [{ type: 'Audit', id: patientId }],
    ),
    getAuditChain: readEndpoint(
      build,
      routes.getAuditChain,
      ({ patientId, after }: { patientId: string; after: number }) => ({
        params: { id: patientId },
        query: { after: String(after) },
      }),
      ({ patientId }) => [{ type: 'Audit', id: patientId }],
    ),
    listOwnActions: list(
      build,
      routes.listOwnActions,
      (query: Filters<typeof routes.listOwnActions>) => ({ query }),
      () => [{ type: 'Audit' }],
    ),
    listConsents: readOnly(build, routes.listConsents, () => [{ type: 'Consents' }]),
    withdrawConsent: writeEndpoint(
      build,
      routes.withdrawConsent,
      (id: string) => ({ params: { id } }),
      () => [{ type: 'Consents' }, { type: 'Account' }, { type: 'Cases' }, { type: 'Case' }, { type: 'Shares' }],
    ),
    giveConsent: writeEndpoint(
      build,
      routes.giveConsent,
      (body: Body<typeof routes.giveConsent>) => ({ body }),
      () => [{ type: 'Consents' }, { type: 'Account' }],
    ),
    exportData: writeEndpoint(build, routes.exportData, (body: Body<typeof routes.exportData>) => ({ body })),
    requestErasure: writeEndpoint(
      build,
      routes.requestErasure,
      (body: Body<typeof routes.requestErasure>) => ({ body }),
      () => [{ type: 'Account' }, { type: 'Consents' }, { type: 'Cases' }, { type: 'Case' }, { type: 'Shares' }],
    ),
    cancelErasure: writeEndpoint<typeof routes.cancelErasure>(
      build,
      routes.cancelErasure,
      () => ({}),
      () => [{ type: 'Account' }],
    ),
  }),
});
