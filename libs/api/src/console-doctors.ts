import { consoleDoctorRoutes as routes } from '@konsil/contracts/console-doctors';
import { baseApi } from './base-api.ts';
import { writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';

export const { useInviteDoctorMutation, useImportDoctorsMutation, useCloseDoctorMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    inviteDoctor: writeEndpoint(build, routes.inviteDoctor, (body: Body<typeof routes.inviteDoctor>) => ({ body })),
    importDoctors: writeEndpoint(build, routes.importDoctors, (body: Body<typeof routes.importDoctors>) => ({ body })),
    closeDoctor: writeEndpoint(
      build,
      routes.closeDoctor,
      ({ id, body }: { id: string; body: Body<typeof routes.closeDoctor> }) => ({ params: { id }, body }),
    ),
  }),
});
