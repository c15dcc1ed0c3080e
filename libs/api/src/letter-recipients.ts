// @bundle route
import { caseRoutes as routes } from '@konsil/contracts/cases';
import { baseApi } from './base-api.ts';
import { writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import { tagsChangedBy } from './tags.ts';

export const { useSaveLetterRecipientsMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    saveLetterRecipients: writeEndpoint(
      build,
      routes.saveLetterRecipients,
      ({ id, ...body }: { id: string } & Body<typeof routes.saveLetterRecipients>) => ({ params: { id }, body }),
      ({ id }) => tagsChangedBy('case', { case_id: id }),
    ),
  }),
});
