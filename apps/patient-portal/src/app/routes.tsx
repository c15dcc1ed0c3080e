import type { RouteObject } from 'react-router-dom';
import { behindStore, notFound, PublicFrame, publicRoutes, registrationRoutes } from '@konsil/account';
import { PatientSignInPage } from '../features/sign-in/PatientSignInPage.tsx';
import { StartPage } from '../features/start/StartPage.tsx';
import { patientPages } from './patient-pages.tsx';

/** Every signed-in page below `/patient`. One line a page: `{ path: 'patients', element: page(() => import('…').then((m) => m.PatientsPage)) }`. */
const signedInPages: RouteObject[] = [...patientPages];

/** Every address of this portal (product.md section 5). */
export const routes: RouteObject[] = [
  {
    path: 'patient',
    element: behindStore(() => import('./PatientFrame.tsx').then((m) => m.PatientFrame)),
    children: [...signedInPages, { path: '*', element: notFound }],
  },
  {
    element: <PublicFrame />,
    children: [
      { index: true, element: <StartPage /> },
      { path: 'login', element: <PatientSignInPage /> },
      ...publicRoutes(registrationRoutes),
    ],
  },
];
