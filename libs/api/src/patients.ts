import { healthProfileRoutes } from '@konsil/contracts/health-profile';
import { patientRoutes as routes } from '@konsil/contracts/patients';
import { baseApi } from './base-api.ts';
import { list, readEndpoint, writeEndpoint } from './contract-endpoints.ts';
import type { Body, Filters } from './contract-endpoints.ts';
import { tagsChangedBy } from './tags.ts';

const changed = ({ id }: { id: string }) => tagsChangedBy('patient', { patient_id: id });

export const {
  useListPatientsInfiniteQuery,
  useGetPatientQuery,
  useAddPatientMutation,
  useUpdatePatientMutation,
  useArchivePatientMutation,
  useRestorePatientMutation,
  useGetHealthProfileQuery,
  useSaveHealthProfileMutation,
  useConfirmHealthProfileMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listPatients: list(
      build,
      routes.listPatients,
      (query: Filters<typeof routes.listPatients>) => ({ query }),
      () => [{ type: 'Patients' }],
    ),
    getPatient: readEndpoint(
      build,
      routes.getPatient,
      (id: string) => ({ params: { id } }),
      (id) => [{ type: 'Patient', id }],
    ),
    getHealthProfile: readEndpoint(
      build,
      healthProfileRoutes.getHealthProfile,
      (id: string) => ({ params: { id } }),
      (id) => [{ type: 'Patient', id }],
    ),
    saveHealthProfile: writeEndpoint(
      build,
      healthProfileRoutes.saveHealthProfile,
      ({ id, body }: { id: string; body: Body<typeof healthProfileRoutes.saveHealthProfile> }) => ({
        params: { id },
        body,
      }),
      changed,
    ),
    confirmHealthProfile: writeEndpoint(
      build,
      healthProfileRoutes.confirmHealthProfile,
      ({ id, version }: { id: string; version: number }) => ({ params: { id }, body: { version } }),
      changed,
    ),
    addPatient: writeEndpoint(
      build,
      routes.addPatient,
      (body: Body<typeof routes.addPatient>) => ({ body }),
      () => tagsChangedBy('patient'),
    ),
    updatePatient: writeEndpoint(
      build,
      routes.updatePatient,
      ({ id, body }: { id: string; body: Body<typeof routes.updatePatient> }) => ({ params: { id }, body }),
      changed,
    ),
    archivePatient: writeEndpoint(
      build,
      routes.archivePatient,
      ({ id, version }: { id: string; version?: number }) => ({ params: { id }, body: { version } }),
      changed,
    ),
    restorePatient: writeEndpoint(
      build,
      routes.restorePatient,
      ({ id, version }: { id: string; version?: number }) => ({ params: { id }, body: { version } }),
      changed,
    ),
  }),
});
