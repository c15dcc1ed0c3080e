import { portalPages } from '@konsil/portal-frame/prerender';
import { App } from './app/App.tsx';
import { pages, Shell } from './app/DoctorFrame.tsx';
import { routes } from './app/routes.tsx';
import { frameTexts } from './app/texts.ts';

export const { addresses, render, knownAddresses, renderOffline, renderNotLoaded, frames } = portalPages({
  portal: 'doctor',
  App,
  Shell,
  routes,
  pages,
  texts: [frameTexts],
  frames: [
    { address: '/doctor', code: ['app/DoctorFrame.tsx', 'features/DoctorPages.tsx', 'features/inbox/InboxPage.tsx'] },
    {
      address: '/doctor/patient/_/process/_',
      code: ['app/DoctorFrame.tsx', 'features/DoctorPages.tsx', 'features/case-page/CasePage.tsx'],
      words: ['inside-words'],
    },
  ],
});
