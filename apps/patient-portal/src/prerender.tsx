import { portalPages } from '@konsil/portal-frame/prerender';
import { App } from './app/App.tsx';
import { pages, Shell } from './app/PatientFrame.tsx';
import { routes } from './app/routes.tsx';
import { frameTexts } from './app/texts.ts';

export const { addresses, render, knownAddresses, renderOffline, renderNotLoaded, home } = portalPages({
  portal: 'patient',
  App,
  Shell,
  routes,
  pages,
  texts: [frameTexts],
  code: ['app/PatientFrame.tsx', 'features/dashboard/DashboardPage.tsx'],
});
