import { consoleAbsenceRoutes as routes } from '@konsil/contracts/console-absences';
import { baseApi } from './base-api.ts';
import { readEndpoint, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

const oneDoctor = (id: string): Tag => ({ type: 'Console', id: `doctor ${id}` });

export const { useConsoleDoctorQuery, useEnterAbsenceMutation, useEndConsoleAbsenceMutation } = baseApi.injectEndpoints(
  {
    endpoints: (build) => ({
      consoleDoctor: readEndpoint(
        build,
        routes.consoleDoctor,
        (id: string) => ({ params: { id } }),
        (id) => [oneDoctor(id)],
      ),
      enterAbsence: writeEndpoint(
        build,
        routes.enterAbsence,
        ({ id, body }: { id: string; body: Body<typeof routes.enterAbsence> }) => ({ params: { id }, body }),
        ({ id }) => [oneDoctor(id)],
      ),
      endConsoleAbsence: writeEndpoint(
        build,
        routes.endConsoleAbsence,
        ({ id, body }: { id: string; body: Body<typeof routes.endConsoleAbsence> }) => ({ params: { id }, body }),
        (_, { id }) => [oneDoctor(id)],
      ),
    }),
  },
);
