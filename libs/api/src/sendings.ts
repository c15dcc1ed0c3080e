import { sendingRoutes as routes } from '@konsil/contracts/sendings';
import { baseApi } from './base-api.ts';
import { readOnly, write } from './contract-endpoints.ts';
import { staleAfter } from './tags.ts';

export const {
  useListSendingsQuery,
  useTakeBackSendingMutation,
  useWithdrawSendingMutation,
  useDeliverSendingMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listSendings: readOnly(build, routes.listSendings, () => [{ type: 'Sendings' }]),
    takeBackSending: {
      ...write(build, routes.takeBackSending, ({ id }: { id: string }) => ({ params: { id } })),
      // Also when it is too late, because it was delivered meanwhile.
      invalidatesTags: () => staleAfter('sending'),
    },
    withdrawSending: {
      ...write(build, routes.withdrawSending, ({ id }: { id: string; caseId: string; patientId: string }) => ({
        params: { id },
      })),
      // Also when it is too late: it was opened meanwhile, and the button disappears.
      invalidatesTags: (
        _done: unknown,
        _problem: unknown,
        { caseId, patientId }: { caseId: string; patientId: string },
      ) => staleAfter('case', { case_id: caseId, patient_id: patientId }),
    },
    deliverSending: {
      ...write(build, routes.deliverSending, ({ id }: { id: string; caseId: string }) => ({ params: { id } })),
      invalidatesTags: (_done: unknown, _problem: unknown, { caseId }: { id: string; caseId: string }) => [
        ...staleAfter('sending'),
        ...staleAfter('case', { case_id: caseId }),
      ],
    },
  }),
});
