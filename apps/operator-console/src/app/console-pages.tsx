import { page } from '@konsil/portal-frame';
import type { RouteObject } from 'react-router-dom';
import TodayPage from '../features/today/TodayPage';

/** The console's pages, under `/operator`. */
export const consolePages: RouteObject[] = [
  // Bundled with the frame, because every visit starts here.
  { index: true, element: page(() => Promise.resolve(TodayPage)) },
  { path: 'people', element: page(() => import('../features/people/PeoplePage').then((m) => m.default)) },
  { path: 'doctors', element: page(() => import('../features/doctors/DoctorsPage').then((m) => m.default)) },
  { path: 'clinics', element: page(() => import('../features/clinics/ClinicsPage').then((m) => m.default)) },
  { path: 'clinics/new', element: page(() => import('../features/clinics/NewClinicPage').then((m) => m.default)) },
  { path: 'clinics/:clinicId', element: page(() => import('../features/clinics/ClinicPage').then((m) => m.default)) },
  { path: 'letters', element: page(() => import('../features/letters/LettersPage').then((m) => m.default)) },
  { path: 'legal', element: page(() => import('../features/legal/LegalTextsPage').then((m) => m.default)) },
  { path: 'legal/:kind/new', element: page(() => import('../features/legal/NewLegalTextPage').then((m) => m.default)) },
  {
    path: 'legal/versions/:versionId',
    element: page(() => import('../features/legal/LegalVersionPage').then((m) => m.default)),
  },
  { path: 'log', element: page(() => import('../features/acts/ActsPage').then((m) => m.default)) },
  { path: 'limits', element: page(() => import('../features/limits/LimitsPage').then((m) => m.default)) },
  { path: 'account', element: page(() => import('../features/account/OwnAccountPage').then((m) => m.default)) },
];
