import { messageRoutes as routes } from '@konsil/contracts/messages';
import { baseApi } from './base-api.ts';
import { list, writeEndpoint } from './contract-endpoints.ts';
import type { Body, Filters } from './contract-endpoints.ts';
import { allCasesTagId, tagsChangedBy } from './tags.ts';

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
      () => [{ type: 'Messages', id: allCasesTagId }],
    ),
    sendMessage: writeEndpoint(
      build,
      routes.sendMessage,
      ({ caseId, body, key }: Sending) => ({ params: { id: caseId }, body, key }),
      ({ caseId }) => [...tagsChangedBy('message', { case_id: caseId }), ...tagsChangedBy('sending')],
    ),
    updateMessage: writeEndpoint(
      build,
      routes.updateMessage,
      ({ id, body }: { id: string; body: Body<typeof routes.updateMessage> }) => ({ params: { id }, body }),
      (_arg, { case_id }) => tagsChangedBy('message', { case_id }),
    ),
  }),
});
