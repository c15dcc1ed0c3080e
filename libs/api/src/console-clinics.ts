import { consoleClinicRoutes as routes } from '@konsil/contracts/console-clinics';
import { baseApi } from './base-api.ts';
import { list, readEndpoint, writeEndpoint } from './contract-endpoints.ts';
import type { Body, Filters } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

const clinics: Tag = { type: 'Console', id: 'clinics' };
const oneClinic = (id: string): Tag => ({ type: 'Console', id: `clinic ${id}` });
const changed = ({ id }: { id: string }): Tag[] => [clinics, oneClinic(id)];

export const {
  useListClinicsInfiniteQuery,
  useConsoleClinicQuery,
  useAddClinicMutation,
  useUpdateClinicMutation,
  useArchiveClinicMutation,
  useSetPoolOfClinicMutation,
  useSetDoctorOfClinicMutation,
  useFindDoctorsOfConsoleQuery,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listClinics: list(
      build,
      routes.listClinics,
      (query: Filters<typeof routes.listClinics>) => ({ query }),
      () => [clinics],
    ),
    consoleClinic: readEndpoint(
      build,
      routes.consoleClinic,
      (id: string) => ({ params: { id } }),
      (id) => [oneClinic(id)],
    ),
    addClinic: writeEndpoint(
      build,
      routes.addClinic,
      (body: Body<typeof routes.addClinic>) => ({ body }),
      () => [clinics],
    ),
    updateClinic: writeEndpoint(
      build,
      routes.updateClinic,
      ({ id, body }: { id: string; body: Body<typeof routes.updateClinic> }) => ({ params: { id }, body }),
      changed,
    ),
    archiveClinic: writeEndpoint(
      build,
      routes.archiveClinic,
      ({ id, archived }: { id: string; archived: boolean }) => ({ params: { id }, body: { archived } }),
      changed,
    ),
    setPoolOfClinic: writeEndpoint(
      build,
      routes.setPoolOfClinic,
      ({ id, on }: { id: string; on: boolean }) => ({ params: { id }, body: { on } }),
      changed,
    ),
    setDoctorOfClinic: writeEndpoint(
      build,
      routes.setDoctorOfClinic,
      ({ id, body }: { id: string; body: Body<typeof routes.setDoctorOfClinic> }) => ({ params: { id }, body }),
      changed,
    ),
    findDoctorsOfConsole: readEndpoint(
      build,
      routes.findDoctorsOfConsole,
      (search: string) => ({ query: { search } }),
      () => [],
    ),
  }),
});
