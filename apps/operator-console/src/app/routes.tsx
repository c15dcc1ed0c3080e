import type { RouteObject } from 'react-router-dom';
import { enrolmentRoutes, invitationRoutes, legalRoutes, publicRoutes } from '@konsil/account';
import { PublicFrame, signedInPart } from '@konsil/portal-frame';
import { ConsoleSignInPage } from '../features/sign-in/ConsoleSignInPage.tsx';

const signedIn = signedInPart('/operator', () => import('./ConsoleFrame.tsx'));

/** Every route of the console. */
export const routes: RouteObject[] = [
  { path: 'operator/*', element: signedIn },
  legalRoutes(signedIn),
  {
    element: <PublicFrame />,
    children: [
      { index: true, element: <ConsoleSignInPage /> },
      { path: 'login', element: <ConsoleSignInPage /> },
      ...publicRoutes([...invitationRoutes, ...enrolmentRoutes], []),
    ],
  },
];
