import { portalPages } from '@konsil/portal-frame/prerender';
import { App } from './app/App.tsx';
import { pages, Shell } from './app/PatientFrame.tsx';
import { routes } from './app/routes.tsx';
import { frameTexts } from './app/texts.ts';

export const { addresses, render, knownAddresses, renderOffline, renderNotLoaded, frames } = portalPages({
  portal: 'patient',
  App,
  Shell,
  routes,
  pages,
  texts: [frameTexts],
  frames: [
    { address: '/patient', code: ['app/PatientFrame.tsx', 'features/dashboard/DashboardPage.tsx'] },
    {
      address: '/patient/process/_',
      code: ['app/PatientFrame.tsx', 'features/cases/CasePage.tsx'],
      words: ['inside-words'],
    },
  ],
});
