import type { OperatorPermission } from '@konsil/contracts/console-codes';
import { page } from '@konsil/portal-frame';
import {
  ClinicIcon,
  DocumentIcon,
  FormIcon,
  HistoryIcon,
  PatientsIcon,
  PersonNewIcon,
  SendIcon,
  SettingsIcon,
  StartIcon,
} from '@konsil/ui';
import type { ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import TodayPage from '../features/today/TodayPage';
import type frameWords from './locales/de.json';

/** The console's pages, under `/operator`. */
export const consolePages: RouteObject[] = [
  // Bundled with the frame, because every visit starts here.
  { index: true, element: page(() => Promise.resolve(TodayPage)) },
  { path: 'people', element: page(() => import('../features/people/PeoplePage').then((m) => m.default)) },
  { path: 'people/:doctorId', element: page(() => import('../features/doctor/DoctorPage').then((m) => m.default)) },
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
  { path: 'forms', element: page(() => import('../features/forms/FormsPage').then((m) => m.default)) },
  { path: 'forms/:specialty', element: page(() => import('../features/forms/FormPage').then((m) => m.default)) },
  { path: 'log', element: page(() => import('../features/acts/ActsPage').then((m) => m.default)) },
  { path: 'limits', element: page(() => import('../features/limits/LimitsPage').then((m) => m.default)) },
  { path: 'account', element: page(() => import('../features/account/OwnAccountPage').then((m) => m.default)) },
];

interface NavEntry {
  /** The path under `/operator`. */
  path: string;
  label: keyof typeof frameWords;
  icon: ReactNode;
  /** The permission that the page requires. */
  needs?: OperatorPermission;
}

/** The console's navigation, in its order. */
export const consoleNav: readonly NavEntry[] = [
  { path: '', label: 'today', icon: <StartIcon /> },
  { path: 'people', label: 'people', icon: <PatientsIcon />, needs: 'people' },
  { path: 'doctors', label: 'doctors', icon: <PersonNewIcon />, needs: 'doctors' },
  { path: 'clinics', label: 'clinics', icon: <ClinicIcon />, needs: 'doctors' },
  { path: 'letters', label: 'letters', icon: <SendIcon />, needs: 'letters' },
  { path: 'legal', label: 'legal', icon: <DocumentIcon />, needs: 'legal' },
  { path: 'forms', label: 'forms', icon: <FormIcon />, needs: 'forms' },
  { path: 'log', label: 'log', icon: <HistoryIcon />, needs: 'audit' },
  { path: 'limits', label: 'limits', icon: <SettingsIcon /> },
];
