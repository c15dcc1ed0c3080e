import type { RouteObject } from 'react-router-dom';
import { accountPages, behindStore, notFound, PublicFrame, publicRoutes, registrationRoutes } from '@konsil/account';
import { PatientSignInPage } from '../features/sign-in/PatientSignInPage.tsx';
import { StartPage } from '../features/start/StartPage.tsx';
import { patientPages } from './patient-pages.tsx';

/** Every address of this portal (product.md section 5). */
export const routes: RouteObject[] = [
  {
    path: 'patient',
    element: behindStore(() => import('./PatientFrame.tsx').then((m) => m.PatientFrame)),
    children: [...patientPages, ...accountPages, { path: '*', element: notFound }],
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
