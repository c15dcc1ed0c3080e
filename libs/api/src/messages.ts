import { messageRoutes as routes } from '@konsil/contracts/messages';
import { baseApi } from './base-api.ts';
import { list, write } from './contract-endpoints.ts';
import type { Body, Filters } from './contract-endpoints.ts';
import { everywhere, staleAfter } from './tags.ts';

interface Sending {
  caseId: string;
  body: Body<typeof routes.sendMessage>;
  key: string;
}

export const {
  useListCaseMessagesInfiniteQuery,
  useListMessagesInfiniteQuery,
  useSendMessageMutation,
  useUpdateMessageMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listCaseMessages: list(
      build,
      routes.listCaseMessages,
      ({ caseId, ...query }: { caseId: string } & Filters<typeof routes.listCaseMessages>) => ({
        params: { id: caseId },
        query,
      }),
      ({ caseId }) => [{ type: 'Messages', id: caseId }],
    ),
    listMessages: list(
      build,
      routes.listMessages,
      (query: Filters<typeof routes.listMessages>) => ({ query }),
      () => [{ type: 'Messages', id: everywhere }],
    ),
    sendMessage: write(
      build,
      routes.sendMessage,
      ({ caseId, body, key }: Sending) => ({ params: { id: caseId }, body, key }),
      ({ caseId }) => [...staleAfter('message', { case_id: caseId }), ...staleAfter('sending')],
    ),
    updateMessage: write(
      build,
      routes.updateMessage,
      ({ id, body }: { id: string; body: Body<typeof routes.updateMessage> }) => ({ params: { id }, body }),
      (_arg, { case_id }) => staleAfter('message', { case_id }),
    ),
  }),
});
