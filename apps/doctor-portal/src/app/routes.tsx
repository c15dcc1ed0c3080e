import type { RouteObject } from 'react-router-dom';
import { enrolmentRoutes, invitationRoutes, joinRoutes, legalRoutes, publicRoutes } from '@konsil/account';
import { OtherPortal, PublicFrame, signedInPart } from '@konsil/portal-frame';
import { DoctorSignInPage } from '../features/sign-in/DoctorSignInPage.tsx';

const signedIn = signedInPart('/doctor', () => import('./DoctorFrame.tsx'));

/** Every route of this portal (docs/product.md section 5). */
export const routes: RouteObject[] = [
  { path: 'doctor/*', element: signedIn },
  legalRoutes(signedIn),
  {
    element: <PublicFrame />,
    children: [
      { path: 'patient/*', element: <OtherPortal role="patient" /> },
      { index: true, element: <DoctorSignInPage /> },
      { path: 'login', element: <DoctorSignInPage /> },
      ...publicRoutes([...invitationRoutes, ...joinRoutes, ...enrolmentRoutes]),
    ],
  },
];
