import { accountRoutes as routes } from '@konsil/contracts/accounts';
import { baseApi } from './base-api.ts';
import { write } from './contract-endpoints.ts';
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
    signup: write(build, routes.signup, (body: Body<typeof routes.signup>) => ({ body })),
    saveUserData: write(build, routes.saveUserData, (body: Body<typeof routes.saveUserData>) => ({ body })),
    sendCode: write(build, routes.sendCode, (body: Body<typeof routes.sendCode>) => ({ body })),
    checkCode: write(
      build,
      routes.checkCode,
      (body: Body<typeof routes.checkCode>) => ({ body }),
      () => [{ type: 'Account' }],
    ),
    confirmEmail: write(build, routes.confirmEmail, (body: Body<typeof routes.confirmEmail>) => ({ body })),
    resendConfirmation: write(build, routes.resendConfirmation, (body: Body<typeof routes.resendConfirmation>) => ({
      body,
    })),
    changeUnconfirmedEmail: write(
      build,
      routes.changeUnconfirmedEmail,
      (body: Body<typeof routes.changeUnconfirmedEmail>) => ({ body }),
    ),
    forgotPassword: write(build, routes.forgotPassword, (body: Body<typeof routes.forgotPassword>) => ({ body })),
    resetPassword: write(build, routes.resetPassword, (body: Body<typeof routes.resetPassword>) => ({ body })),
  }),
});
