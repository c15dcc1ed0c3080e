import { doctorRoutes as routes } from '@konsil/contracts/doctors';
import { baseApi } from './base-api.ts';
import { readEndpoint } from './contract-endpoints.ts';

export const { useListDoctorsQuery, useGetDoctorQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listDoctors: readEndpoint(
      build,
      routes.listDoctors,
      (search: string | void) => ({ query: { search: search || undefined } }),
      () => [{ type: 'Doctors' }],
    ),
    getDoctor: readEndpoint(
      build,
      routes.getDoctor,
      (id: string) => ({ params: { id } }),
      () => [{ type: 'Doctors' }],
    ),
  }),
});
