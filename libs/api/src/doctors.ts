import { doctorRoutes as routes } from '@konsil/contracts/doctors';
import { baseApi } from './base-api.ts';
import { read } from './contract-endpoints.ts';

export const { useListDoctorsQuery, useGetDoctorQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listDoctors: read(
      build,
      routes.listDoctors,
      (search: string | void) => ({ query: { search: search || undefined } }),
      () => [{ type: 'Doctors' }],
    ),
    getDoctor: read(
      build,
      routes.getDoctor,
      (id: string) => ({ params: { id } }),
      () => [{ type: 'Doctors' }],
    ),
  }),
});
