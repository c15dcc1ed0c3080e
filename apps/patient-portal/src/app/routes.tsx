import type { RouteObject } from 'react-router-dom';
import { enrolmentRoutes, legalRoutes, publicRoutes, registrationRoutes } from '@konsil/account';
import { behindStore, OtherPortal, page, PublicFrame, signedInPart } from '@konsil/portal-frame';
import { PatientSignInPage } from '../features/sign-in/PatientSignInPage.tsx';
import { StartPage } from '../features/start/StartPage.tsx';

const signedIn = signedInPart('/patient', () => import('./PatientFrame.tsx'));

/** Every route of this portal (docs/product.md section 5). */
export const routes: RouteObject[] = [
  { path: 'patient/*', element: signedIn },
  legalRoutes(signedIn),
  {
    element: <PublicFrame />,
    children: [
      { path: 'doctor/*', element: <OtherPortal role="doctor" /> },
      { index: true, element: <StartPage /> },
      { path: 'login', element: <PatientSignInPage /> },
      {
        element: behindStore(),
        children: [
          { path: 'begin', element: page(() => import('../features/start/BeginPage.tsx').then((m) => m.BeginPage)) },
          {
            path: 's',
            element: page(() => import('../features/share/SharedLinkPage.tsx').then((m) => m.SharedLinkPage)),
          },
        ],
      },
      ...publicRoutes([...registrationRoutes, ...enrolmentRoutes]),
    ],
  },
];
