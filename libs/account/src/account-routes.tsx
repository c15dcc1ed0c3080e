import type { RouteObject } from 'react-router-dom';
import { page } from '@konsil/portal-frame';

/** The account pages, under `/patient` and `/doctor` alike (docs/specification.md section 2). */
export const accountPages: RouteObject[] = [
  { path: 'account', element: page(() => import('./account/AccountPage.tsx').then((m) => m.AccountPage)) },
  { path: 'settings', element: page(() => import('./settings/SettingsPage.tsx').then((m) => m.SettingsPage)) },
  { path: 'contact', element: page(() => import('./contact/ContactPage.tsx').then((m) => m.ContactPage)) },
  { path: 'support', element: page(() => import('./contact/SupportPage.tsx').then((m) => m.SupportPage)) },
];
