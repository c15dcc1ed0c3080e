import { deputyRoutes as routes } from '@konsil/contracts/deputies';
import { baseApi } from './base-api.ts';
import { writeEndpoint } from './contract-endpoints.ts';
import { tagsChangedBy } from './tags.ts';

interface OfCase {
  id: string;
  caseId: string;
}
const ofCase = ({ caseId }: OfCase) => tagsChangedBy('case', { case_id: caseId });

export const { useDecideDeputyMutation, useEndDeputyMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    decideDeputy: writeEndpoint(
      build,
      routes.decideDeputy,
      ({ id, agrees }: OfCase & { agrees: boolean }) => ({ params: { id }, body: { agrees } }),
      ofCase,
    ),
    endDeputy: writeEndpoint(build, routes.endDeputy, ({ id }: OfCase) => ({ params: { id } }), ofCase),
  }),
});
