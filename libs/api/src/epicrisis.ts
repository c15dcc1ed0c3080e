import { epicrisisRoutes as routes } from '@konsil/contracts/epicrisis';
import { baseApi } from './base-api.ts';
import { readEndpoint, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import { tagsChangedBy } from './tags.ts';

export const { useGetEpicrisisQuery, useSaveEpicrisisMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getEpicrisis: readEndpoint(
      build,
      routes.getEpicrisis,
      (patientId: string) => ({ params: { id: patientId } }),
      (patientId) => [{ type: 'Epicrisis', id: patientId }],
    ),
    saveEpicrisis: writeEndpoint(
      build,
      routes.saveEpicrisis,
      ({ patientId, body }: { patientId: string; body: Body<typeof routes.saveEpicrisis> }) => ({
        params: { id: patientId },
        body,
      }),
      ({ patientId }) => tagsChangedBy('epicrisis', { patient_id: patientId }),
    ),
  }),
});
