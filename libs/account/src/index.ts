export { accountPages } from './account-routes.tsx';
export {
  enrolmentRoutes,
  invitationRoutes,
  joinRoutes,
  legalPages,
  legalRoutes,
  notFound,
  publicRoutes,
  registrationRoutes,
} from './public-routes.tsx';
export { QrCode } from './account/QrCode.tsx';
export { LegalNotices } from './legal/LegalNotices.tsx';
export { LegalSections } from './legal/LegalText.tsx';
export { emptySignUp, SignupFields } from './registration/SignupFields.tsx';
export { useSignUp } from './registration/use-sign-up.ts';
export { AreaLinks } from './settings/AreaLinks.tsx';
export { SettingsPage } from './settings/SettingsPage.tsx';
export { AfterSignIn } from './sign-in/AfterSignIn.tsx';
export { SignInPage } from './sign-in/SignInPage.tsx';
export type { SignInState } from './sign-in/SignInPage.tsx';
export { SignInSteps } from './sign-in/SignInSteps.tsx';
