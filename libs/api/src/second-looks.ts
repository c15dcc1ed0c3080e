import { secondLookRoutes as routes } from '@konsil/contracts/second-looks';
import { baseApi } from './base-api.ts';
import { readEndpoint, readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import { tagsChangedBy } from './tags.ts';

interface OfCase {
  id: string;
  caseId: string;
}
const ofCase = ({ caseId }: OfCase) => tagsChangedBy('case', { case_id: caseId });

export const {
  useAskSecondLookMutation,
  useListAskedLooksQuery,
  useGetLookedAtCaseQuery,
  useAnswerSecondLookMutation,
  useDecideSecondLookMutation,
  useEndSecondLookMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    askSecondLook: writeEndpoint(
      build,
      routes.askSecondLook,
      ({ caseId, body }: { caseId: string; body: Body<typeof routes.askSecondLook> }) => ({
        params: { id: caseId },
        body,
      }),
      ({ caseId }) => tagsChangedBy('case', { case_id: caseId }),
    ),
    // A colleague's case has no tag of its own: the server reports the end of a second look as a change of the case.
    listAskedLooks: readOnly(build, routes.listAskedLooks, () => [{ type: 'Cases' }]),
    getLookedAtCase: readEndpoint(
      build,
      routes.getLookedAtCase,
      (id: string) => ({ params: { id } }),
      () => [{ type: 'Cases' }],
    ),
    answerSecondLook: writeEndpoint(
      build,
      routes.answerSecondLook,
      ({ id, body }: { id: string; body: Body<typeof routes.answerSecondLook> }) => ({ params: { id }, body }),
    ),
    decideSecondLook: writeEndpoint(
      build,
      routes.decideSecondLook,
      ({ id, agrees }: OfCase & { agrees: boolean }) => ({ params: { id }, body: { agrees } }),
      ofCase,
    ),
    endSecondLook: writeEndpoint(build, routes.endSecondLook, ({ id }: OfCase) => ({ params: { id } }), ofCase),
  }),
});
