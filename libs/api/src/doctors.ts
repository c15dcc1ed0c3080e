import { doctorRoutes as routes, type ListedDoctor } from '@konsil/contracts/doctors';
import { doctorsInPage } from '@konsil/contracts/doctors-in-page';
import { baseApi } from './base-api.ts';
import { readEndpoint } from './contract-endpoints.ts';

export const { useListDoctorsQuery, useGetDoctorQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // Fetches all pages: the browser finds the fitting doctors, so that nobody learns what the patient wrote.
    listDoctors: build.query<ListedDoctor[], void>({
      queryFn: async (_all, _api, _options, ask) => {
        const doctors: ListedDoctor[] = [];
        for (let page = doctors, more = true; more; more = page.length === doctorsInPage) {
          const answer = await ask({ route: routes.listDoctors, question: { query: { after: page.at(-1)?.id } } });
          if (answer.error) return { error: answer.error };
          page = answer.data as ListedDoctor[];
          doctors.push(...page);
        }
        return { data: doctors };
      },
      providesTags: [{ type: 'Doctors' }],
    }),
    getDoctor: readEndpoint(
      build,
      routes.getDoctor,
      (id: string) => ({ params: { id } }),
      () => [{ type: 'Doctors' }],
    ),
  }),
});
