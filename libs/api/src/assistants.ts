// @bundle route
import type { PreparedKind } from '@konsil/contracts/assistant-states';
import { assistantRoutes as routes } from '@konsil/contracts/assistants';
import { baseApi } from './base-api.ts';
import { readEndpoint, readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import { tagsChangedBy, type Tag } from './tags.ts';

const tags = (): Tag[] => [{ type: 'Assistants' }];
const changed = (): Tag[] => [{ type: 'Assistants' }, { type: 'Cases' }, { type: 'Case' }];

export const {
  useListAssistantsQuery,
  useInviteAssistantMutation,
  useInviteAssistantAgainMutation,
  useEndAssistantMutation,
  useJoinAsAssistantMutation,
  useListPracticesQuery,
  useAnswerPracticeMutation,
  useListAssistedCasesQuery,
  useAllowAssistantsMutation,
  useListPreparedDraftsQuery,
  useTakePreparedDraftMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listAssistants: readOnly(build, routes.listAssistants, tags),
    inviteAssistant: writeEndpoint(
      build,
      routes.inviteAssistant,
      (body: Body<typeof routes.inviteAssistant>) => ({ body }),
      changed,
    ),
    inviteAssistantAgain: writeEndpoint(
      build,
      routes.inviteAssistantAgain,
      (id: string) => ({ params: { id } }),
      changed,
    ),
    endAssistant: writeEndpoint(build, routes.endAssistant, (id: string) => ({ params: { id } }), changed),
    joinAsAssistant: writeEndpoint(build, routes.joinAsAssistant, (body: Body<typeof routes.joinAsAssistant>) => ({
      body,
    })),
    listPractices: readOnly(build, routes.listPractices, tags),
    answerPractice: writeEndpoint(
      build,
      routes.answerPractice,
      ({ id, accepts }: { id: string; accepts: boolean }) => ({ params: { id }, body: { accepts } }),
      changed,
    ),
    listAssistedCases: readEndpoint(
      build,
      routes.listAssistedCases,
      (id: string) => ({ params: { id } }),
      () => [{ type: 'Cases' }, { type: 'Assistants' }],
    ),
    allowAssistants: writeEndpoint(
      build,
      routes.allowAssistants,
      ({ id, ...body }: { id: string } & Body<typeof routes.allowAssistants>) => ({ params: { id }, body }),
      ({ id }) => [...tagsChangedBy('case', { case_id: id }), { type: 'Consents' }, { type: 'Audit' }],
    ),
    listPreparedDrafts: readEndpoint(
      build,
      routes.listPreparedDrafts,
      ({ id, of }: { id: string; of: PreparedKind }) => ({ params: { id }, query: { of } }),
      ({ id }) => [{ type: 'Case', id }],
    ),
    takePreparedDraft: writeEndpoint(
      build,
      routes.takePreparedDraft,
      ({ id, ...body }: { id: string; revision: string; of: PreparedKind }) => ({ params: { id }, body }),
      ({ id }) => [{ type: 'Case', id }],
    ),
  }),
});
