import { epicrisisRoutes as routes } from '@konsil/contracts/epicrisis';
import { baseApi } from './base-api.ts';
import { read, write } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import { staleAfter } from './tags.ts';

export const { useGetEpicrisisQuery, useSaveEpicrisisMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getEpicrisis: read(
      build,
      routes.getEpicrisis,
      (patientId: string) => ({ params: { id: patientId } }),
      (patientId) => [{ type: 'Epicrisis', id: patientId }],
    ),
    saveEpicrisis: write(
      build,
      routes.saveEpicrisis,
      ({ patientId, body }: { patientId: string; body: Body<typeof routes.saveEpicrisis> }) => ({
        params: { id: patientId },
        body,
      }),
      ({ patientId }) => staleAfter('epicrisis', { patient_id: patientId }),
    ),
  }),
});
