import type { RouteObject } from 'react-router-dom';
import { behindStore } from './frame/behind-store.tsx';
import { page } from './frame/page.tsx';

/** The signed-out pages that both portals have; `more` are a portal's own that need the store too. */
export const publicRoutes = (more: RouteObject[] = []): RouteObject[] => [
  { path: 'help', element: page(() => import('./contact/HelpPage.tsx').then((m) => m.HelpPage)) },
  { path: 'error', element: page(() => import('./errors/AuthErrorPage.tsx').then((m) => m.AuthErrorPage)) },
  {
    element: behindStore(),
    children: [
      { path: 'impressum', element: page(() => import('./legal/LegalPage.tsx').then((m) => m.ImprintPage)) },
      { path: 'datenschutz', element: page(() => import('./legal/LegalPage.tsx').then((m) => m.PrivacyNoticePage)) },
      ...more,
    ],
  },
  { path: '*', element: page(() => import('./errors/NotFoundPage.tsx').then((m) => m.NotFoundPage)) },
];
