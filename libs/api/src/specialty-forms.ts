// @bundle route
import { specialtyFormRoutes as routes } from '@konsil/contracts/specialty-forms';
import { baseApi } from './base-api.ts';
import { readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';

export const { useGetSpecialtyFormQuery, useSaveSpecialtyFormMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSpecialtyForm: readOnly(build, routes.getSpecialtyForm, () => [{ type: 'Account' }]),
    saveSpecialtyForm: writeEndpoint(
      build,
      routes.saveSpecialtyForm,
      (body: Body<typeof routes.saveSpecialtyForm>) => ({ body }),
      () => [{ type: 'Account' }],
    ),
  }),
});
