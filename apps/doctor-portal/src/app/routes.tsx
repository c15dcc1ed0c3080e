import type { RouteObject } from 'react-router-dom';
import { behindStore, invitationRoutes, OtherPortal, PublicFrame, publicRoutes } from '@konsil/account';
import { DoctorSignInPage } from '../features/sign-in/DoctorSignInPage.tsx';

/** Every address of this portal (product.md section 5). */
export const routes: RouteObject[] = [
  {
    path: 'doctor/*',
    element: behindStore(() => import('./DoctorFrame.tsx').then((m) => m.DoctorFrame)),
  },
  {
    element: <PublicFrame />,
    children: [
      { path: 'patient/*', element: <OtherPortal role="patient" /> },
      { index: true, element: <DoctorSignInPage /> },
      { path: 'login', element: <DoctorSignInPage /> },
      ...publicRoutes(invitationRoutes),
    ],
  },
];
