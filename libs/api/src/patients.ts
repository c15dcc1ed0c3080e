import { patientRoutes as routes } from '@konsil/contracts/patients';
import { baseApi } from './base-api.ts';
import { list, read, write } from './contract-endpoints.ts';
import type { Body, Filters } from './contract-endpoints.ts';
import { staleAfter } from './tags.ts';

const changed = ({ id }: { id: string }) => staleAfter('patient', { patient_id: id });

export const {
  useListPatientsInfiniteQuery,
  useGetPatientQuery,
  useAddPatientMutation,
  useUpdatePatientMutation,
  useArchivePatientMutation,
  useRestorePatientMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listPatients: list(
      build,
      routes.listPatients,
      (query: Filters<typeof routes.listPatients>) => ({ query }),
      () => [{ type: 'Patients' }],
    ),
    getPatient: read(
      build,
      routes.getPatient,
      (id: string) => ({ params: { id } }),
      (id) => [{ type: 'Patient', id }],
    ),
    addPatient: write(
      build,
      routes.addPatient,
      (body: Body<typeof routes.addPatient>) => ({ body }),
      () => staleAfter('patient'),
    ),
    updatePatient: write(
      build,
      routes.updatePatient,
      ({ id, body }: { id: string; body: Body<typeof routes.updatePatient> }) => ({ params: { id }, body }),
      changed,
    ),
    archivePatient: write(
      build,
      routes.archivePatient,
      ({ id, version }: { id: string; version?: number }) => ({ params: { id }, body: { version } }),
      changed,
    ),
    restorePatient: write(
      build,
      routes.restorePatient,
      ({ id, version }: { id: string; version?: number }) => ({ params: { id }, body: { version } }),
      changed,
    ),
  }),
});
