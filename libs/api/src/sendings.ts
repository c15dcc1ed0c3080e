import { sendingRoutes as routes } from '@konsil/contracts/sendings';
import { baseApi } from './base-api.ts';
import { readOnly, write } from './contract-endpoints.ts';
import { staleAfter } from './tags.ts';

export const { useListSendingsQuery, useTakeBackSendingMutation, useDeliverSendingMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listSendings: readOnly(build, routes.listSendings, () => [{ type: 'Sendings' }]),
    takeBackSending: {
      ...write(build, routes.takeBackSending, ({ id }: { id: string }) => ({ params: { id } })),
      // Also when it is too late, because it was delivered meanwhile.
      invalidatesTags: () => staleAfter('sending'),
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
