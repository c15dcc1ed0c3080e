// @bundle route
import { exchangeRoutes as routes } from '@konsil/contracts/exchange';
import { baseApi } from './base-api.ts';
import { readEndpoint, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';

export const { useLazyGetReceiptQuery, useListReceiptsQuery, useFileReceiptMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getReceipt: readEndpoint(
      build,
      routes.getReceipt,
      (id: string) => ({ params: { id } }),
      () => [],
    ),
    listReceipts: readEndpoint(
      build,
      routes.listReceipts,
      (id: string) => ({ params: { id } }),
      () => [{ type: 'Audit' }],
    ),
    fileReceipt: writeEndpoint(
      build,
      routes.fileReceipt,
      ({ id, body }: { id: string; body: Body<typeof routes.fileReceipt> }) => ({ params: { id }, body }),
      () => [{ type: 'Audit' }],
    ),
  }),
});
