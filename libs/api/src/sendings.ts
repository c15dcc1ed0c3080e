import { sendingRoutes as routes } from '@konsil/contracts/sendings';
import { baseApi } from './base-api.ts';
import { readOnly, writeEndpoint } from './contract-endpoints.ts';
import { tagsChangedBy } from './tags.ts';

export const {
  useListSendingsQuery,
  useTakeBackSendingMutation,
  useWithdrawSendingMutation,
  useDeliverSendingMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listSendings: readOnly(build, routes.listSendings, () => [{ type: 'Sendings' }]),
    takeBackSending: {
      ...writeEndpoint(build, routes.takeBackSending, ({ id }: { id: string }) => ({ params: { id } })),
      // Also when it is too late, because it was delivered meanwhile.
      invalidatesTags: () => tagsChangedBy('sending'),
    },
    withdrawSending: {
      ...writeEndpoint(build, routes.withdrawSending, ({ id }: { id: string; caseId: string; patientId: string }) => ({
        params: { id },
      })),
      // Also when it is too late: it was opened meanwhile, and the button disappears.
      invalidatesTags: (
        _done: unknown,
        _problem: unknown,
        { caseId, patientId }: { caseId: string; patientId: string },
      ) => tagsChangedBy('case', { case_id: caseId, patient_id: patientId }),
    },
    deliverSending: {
      ...writeEndpoint(build, routes.deliverSending, ({ id }: { id: string; caseId: string }) => ({ params: { id } })),
      invalidatesTags: (_done: unknown, _problem: unknown, { caseId }: { id: string; caseId: string }) => [
        ...tagsChangedBy('sending'),
        ...tagsChangedBy('case', { case_id: caseId }),
      ],
    },
  }),
});
