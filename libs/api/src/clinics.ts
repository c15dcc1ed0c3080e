// @bundle route
import { clinicRoutes as routes } from '@konsil/contracts/clinics';
import { baseApi } from './base-api.ts';
import { readEndpoint } from './contract-endpoints.ts';

export const { useGetClinicQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getClinic: readEndpoint(
      build,
      routes.getClinic,
      (id: string) => ({ params: { id } }),
      () => [{ type: 'Doctors' }],
    ),
  }),
});
