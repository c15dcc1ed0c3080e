import type { ReactElement } from 'react';
import type { RouteObject } from 'react-router-dom';
import { behindStore, page } from '@konsil/portal-frame';

/** The 404 page. */
export const notFound = page(() => import('./errors/NotFoundPage.tsx').then((m) => m.NotFoundPage));

/** The registration of patients, whose first two steps doctors do not have. */
export const registrationRoutes: RouteObject[] = [
  { path: 'register', element: page(() => import('./registration/SignupPage.tsx').then((m) => m.SignupPage)) },
  {
    path: 'register/profile',
    element: page(() => import('./registration/ProfilePage.tsx').then((m) => m.ProfilePage)),
  },
];

/** The invitation of doctors. */
export const invitationRoutes: RouteObject[] = [
  { path: 'invitation', element: page(() => import('./password/InvitationPage.tsx').then((m) => m.InvitationPage)) },
];

/** The invitation of assistants. */
export const joinRoutes: RouteObject[] = [
  { path: 'join', element: page(() => import('./password/JoinPage.tsx').then((m) => m.JoinPage)) },
];

/** The page for setting up a second factor: mandatory before any other page, or optional. */
export const enrolmentRoutes: RouteObject[] = [
  { path: 'second-factor', element: page(() => import('./account/EnrolmentPage.tsx').then((m) => m.EnrolmentPage)) },
];

/** The confirmation of address and mobile number, which operators do not have. */
export const confirmationRoutes: RouteObject[] = [
  {
    path: 'register/confirm',
    element: page(() => import('./registration/ConfirmPage.tsx').then((m) => m.ConfirmPage)),
  },
  { path: 'register/code', element: page(() => import('./registration/CodePage.tsx').then((m) => m.CodePage)) },
];

/** The legal pages: public, in the reader's frame. */
export const legalPages: RouteObject[] = [
  { path: 'impressum', element: page(() => import('./legal/LegalPage.tsx').then((m) => m.ImprintPage)) },
  {
    path: 'datenschutz/:version?',
    element: page(() => import('./legal/LegalPage.tsx').then((m) => m.PrivacyNoticePage)),
  },
  {
    path: 'nutzungsbedingungen/:version?',
    element: page(() => import('./legal/LegalPage.tsx').then((m) => m.TermsPage)),
  },
];

/** The routes of the legal pages; `signedIn` is the portal's signed-in part. */
export const legalRoutes = (signedIn: ReactElement): RouteObject => ({
  element: page(() =>
    import('@konsil/portal-frame/legal-frame').then(({ LegalFrame }) => () => <LegalFrame signedIn={signedIn} />),
  ),
  children: [{ element: behindStore(), children: legalPages }],
});

/** The signed-out pages of every portal; `more` are a portal's own pages that need the store. */
export const publicRoutes = (more: RouteObject[], confirmations = confirmationRoutes): RouteObject[] => [
  { path: 'help', element: page(() => import('./contact/HelpPage.tsx').then((m) => m.HelpPage)) },
  { path: 'error', element: page(() => import('./errors/AuthErrorPage.tsx').then((m) => m.AuthErrorPage)) },
  { path: 'logout', element: page(() => import('./sign-in/SignOutPage.tsx').then((m) => m.SignOutPage)) },
  {
    element: behindStore(),
    children: [
      {
        path: 'forgot-password',
        element: page(() => import('./password/ForgotPasswordPage.tsx').then((m) => m.ForgotPasswordPage)),
      },
      {
        path: 'reset-password',
        element: page(() => import('./password/ResetPasswordPage.tsx').then((m) => m.ResetPasswordPage)),
      },
      ...confirmations,
      ...more,
    ],
  },
  { path: '*', element: notFound },
];
