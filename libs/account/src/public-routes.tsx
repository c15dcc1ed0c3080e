import type { ReactElement } from 'react';
import type { RouteObject } from 'react-router-dom';
import { behindStore } from './frame/behind-store.tsx';
import { page } from './frame/page.tsx';

/** A path that no page has. */
export const notFound = page(() => import('./errors/NotFoundPage.tsx').then((m) => m.NotFoundPage));

/** The registration of patients, whose first and second step doctors do not have. */
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

/** The operator's texts: for everybody, in the frame that fits who reads them. */
export const legalPages: RouteObject[] = [
  { path: 'impressum', element: page(() => import('./legal/LegalPage.tsx').then((m) => m.ImprintPage)) },
  { path: 'datenschutz', element: page(() => import('./legal/LegalPage.tsx').then((m) => m.PrivacyNoticePage)) },
];

/** The routes of the operator's texts; `signedIn` is the portal's signed-in part. */
export const legalRoutes = (signedIn: ReactElement): RouteObject => ({
  element: page(() =>
    import('./frame/LegalFrame.tsx').then(({ LegalFrame }) => () => <LegalFrame signedIn={signedIn} />),
  ),
  children: [{ element: behindStore(), children: legalPages }],
});

/** The signed-out pages that both portals have; `more` are a portal's own that need the store too. */
export const publicRoutes = (more: RouteObject[]): RouteObject[] => [
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
      {
        path: 'register/confirm',
        element: page(() => import('./registration/ConfirmPage.tsx').then((m) => m.ConfirmPage)),
      },
      { path: 'register/code', element: page(() => import('./registration/CodePage.tsx').then((m) => m.CodePage)) },
      ...more,
    ],
  },
  { path: '*', element: notFound },
];
