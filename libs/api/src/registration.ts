// @bundle route
import { accountRoutes as routes } from '@konsil/contracts/accounts';
import { baseApi } from './base-api.ts';
import { writeEndpoint } from './contract-endpoints.ts';
import type { Body } from './contract-endpoints.ts';

export const {
  useSignupMutation,
  useSaveUserDataMutation,
  useSendCodeMutation,
  useCheckCodeMutation,
  useConfirmEmailMutation,
  useResendConfirmationMutation,
  useChangeUnconfirmedEmailMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
} = baseApi.injectEndpoints({
  endpoints: (build) => ({
    signup: writeEndpoint(build, routes.signup, (body: Body<typeof routes.signup>) => ({ body })),
    saveUserData: writeEndpoint(build, routes.saveUserData, (body: Body<typeof routes.saveUserData>) => ({ body })),
    sendCode: writeEndpoint(build, routes.sendCode, (body: Body<typeof routes.sendCode>) => ({ body })),
    checkCode: writeEndpoint(
      build,
      routes.checkCode,
      (body: Body<typeof routes.checkCode>) => ({ body }),
      () => [{ type: 'Account' }],
    ),
    confirmEmail: writeEndpoint(build, routes.confirmEmail, (body: Body<typeof routes.confirmEmail>) => ({ body })),
    resendConfirmation: writeEndpoint(
      build,
      routes.resendConfirmation,
      (body: Body<typeof routes.resendConfirmation>) => ({
        body,
      }),
    ),
    changeUnconfirmedEmail: writeEndpoint(
      build,
      routes.changeUnconfirmedEmail,
      (body: Body<typeof routes.changeUnconfirmedEmail>) => ({ body }),
    ),
    forgotPassword: writeEndpoint(build, routes.forgotPassword, (body: Body<typeof routes.forgotPassword>) => ({
      body,
    })),
    resetPassword: writeEndpoint(build, routes.resetPassword, (body: Body<typeof routes.resetPassword>) => ({ body })),
  }),
});
