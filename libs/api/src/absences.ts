import { absenceRoutes as routes } from '@konsil/contracts/absences';
import { baseApi } from './base-api.ts';
import { readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

// Planning moves promised days.
const changed = (): Tag[] => [{ type: 'Absences' }, { type: 'Cases' }, { type: 'Case' }, { type: 'Doctors' }];

export const { useListAbsencesQuery, usePlanAbsenceMutation, useEndAbsenceMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listAbsences: readOnly(build, routes.listAbsences, () => [{ type: 'Absences' }]),
    planAbsence: writeEndpoint(
      build,
      routes.planAbsence,
      (body: Body<typeof routes.planAbsence>) => ({ body }),
      changed,
    ),
    endAbsence: writeEndpoint(build, routes.endAbsence, (id: string) => ({ params: { id } }), changed),
  }),
});
