import { accountRoutes as routes } from '@konsil/contracts/accounts';
import { baseApi } from './base-api.ts';
import { readOnly, writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';
import type { Tag } from './tags.ts';

const account = (): Tag[] => [{ type: 'Account' }];
const sessions = (): Tag[] => [{ type: 'Sessions' }];
/** Changes to the account's security also cancel a pending change of address. */
const secured = (): Tag[] => [...sessions(), ...account()];

export const {
  useGetAccountQuery,
  useSaveDoctorProfileMutation,
  useChangePasswordMutation,
  useChangeEmailMutation,
  useResendEmailChangeMutation,
  useCancelEmailChangeMutation,
  useListSessionsQuery,
  useListSignInsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useStartSecondFactorMutation,
  useConfirmSecondFactorMutation,
  usePostponeSecondFactorMutation,
  useRemoveSecondFactorMutation,
  useGetSettingsQuery,
  useSaveSettingsMutation,
  useContactOperatorMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getAccount: readOnly(build, routes.getAccount, account),
    saveDoctorProfile: writeEndpoint(
      build,
      routes.saveDoctorProfile,
      (body: Body<typeof routes.saveDoctorProfile>) => ({ body }),
      () => [{ type: 'Account' }, { type: 'Doctors' }],
    ),
    changePassword: writeEndpoint(
      build,
      routes.changePassword,
      (body: Body<typeof routes.changePassword>) => ({ body }),
      secured,
    ),
    changeEmail: writeEndpoint(
      build,
      routes.changeEmail,
      (body: Body<typeof routes.changeEmail>) => ({ body }),
      account,
    ),
    resendEmailChange: writeEndpoint(build, routes.resendEmailChange, (_: void) => ({})),
    cancelEmailChange: writeEndpoint(build, routes.cancelEmailChange, (_: void) => ({}), account),
    listSessions: readOnly(build, routes.listSessions, sessions),
    listSignIns: readOnly(build, routes.listSignIns, sessions),
    endSession: writeEndpoint(build, routes.endSession, (id: string) => ({ params: { id } }), sessions),
    endOtherSessions: writeEndpoint(build, routes.endOtherSessions, (_: void) => ({}), secured),
    startSecondFactor: writeEndpoint(
      build,
      routes.startSecondFactor,
      (body: Body<typeof routes.startSecondFactor>) => ({
        body,
      }),
    ),
    confirmSecondFactor: writeEndpoint(
      build,
      routes.confirmSecondFactor,
      (body: Body<typeof routes.confirmSecondFactor>) => ({ body }),
      account,
    ),
    postponeSecondFactor: writeEndpoint(build, routes.postponeSecondFactor, (_: void) => ({})),
    removeSecondFactor: writeEndpoint(
      build,
      routes.removeSecondFactor,
      (body: Body<typeof routes.removeSecondFactor>) => ({ body }),
      account,
    ),
    getSettings: readOnly(build, routes.getSettings, () => [{ type: 'Settings' }]),
    saveSettings: writeEndpoint(
      build,
      routes.saveSettings,
      (body: Body<typeof routes.saveSettings>) => ({ body }),
      () => [{ type: 'Settings' }],
    ),
    contactOperator: writeEndpoint(
      build,
      routes.contactOperator,
      ({ body, key }: { body: Body<typeof routes.contactOperator>; key: string }) => ({ body, key }),
    ),
  }),
});
