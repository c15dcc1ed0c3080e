import { deputyCaseRoutes as routes } from '@konsil/contracts/deputy-cases';
import { baseApi } from './base-api.ts';
import { readOnly } from './contract-endpoints.ts';

export const { useListDeputyCasesQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({ listDeputyCases: readOnly(build, routes.listDeputyCases, () => [{ type: 'Cases' }]) }),
});
