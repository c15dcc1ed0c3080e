import type { RouteObject } from 'react-router-dom';
import { behindStore, PublicFrame, publicRoutes } from '@konsil/account';
import { PatientSignInPage } from '../features/sign-in/PatientSignInPage.tsx';
import { StartPage } from '../features/start/StartPage.tsx';

/** Every signed-in page below `/patient`. One line a page: `{ path: 'patients', element: page(() => import('…').then((m) => m.PatientsPage)) }`. */
const signedInPages: RouteObject[] = [];

/** Every address of this portal (product.md section 5). */
export const routes: RouteObject[] = [
  {
    path: 'patient',
    element: behindStore(() => import('./PatientFrame.tsx').then((m) => m.PatientFrame)),
    children: signedInPages,
  },
  {
    element: <PublicFrame />,
    children: [
      { index: true, element: <StartPage /> },
      { path: 'login', element: <PatientSignInPage /> },
      ...publicRoutes(),
    ],
  },
];
